-- How often clients called and failed to log in: unlogged, because nothing is lost but counts.
create unlogged table rate_windows (
  key text primary key,
  hits integer not null,
  ends_at timestamptz not null
);
--> statement-breakpoint
create index on rate_windows (ends_at);
--> statement-breakpoint
-- Keys are HMAC digests of an email, or of an email and a network.
create unlogged table login_failures (
  key bytea primary key,
  failures integer not null,
  ends_at timestamptz not null,
  next_at timestamptz not null,
  allowed boolean not null
);
--> statement-breakpoint
create index on login_failures (ends_at);
--> statement-breakpoint
create unlogged table login_networks (
  key bytea primary key,
  ends_at timestamptz not null
);
--> statement-breakpoint
create index on login_networks (ends_at);
