-- Search needs these two; the tables that follow use the collation.
create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists unaccent;
--> statement-breakpoint
-- "Alphabetical" the same on every host: the ICU root order, where case ties and accents come after letters. A tie must
-- compare equal, so that the next sort key (the id) decides: hence not deterministic.
create collation name_order (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
