-- The fixed genre set, with the ids of src/vocabulary.ts: equal on every install (M31).
insert into genres (id, name) values
  ('01980000-0000-7000-8000-000000000001', 'Action'),
  ('01980000-0000-7000-8000-000000000002', 'Adventure'),
  ('01980000-0000-7000-8000-000000000003', 'Animation'),
  ('01980000-0000-7000-8000-000000000004', 'Comedy'),
  ('01980000-0000-7000-8000-000000000005', 'Crime'),
  ('01980000-0000-7000-8000-000000000006', 'Documentary'),
  ('01980000-0000-7000-8000-000000000007', 'Drama'),
  ('01980000-0000-7000-8000-000000000008', 'Family'),
  ('01980000-0000-7000-8000-000000000009', 'Fantasy'),
  ('01980000-0000-7000-8000-00000000000a', 'History'),
  ('01980000-0000-7000-8000-00000000000b', 'Horror'),
  ('01980000-0000-7000-8000-00000000000c', 'Music'),
  ('01980000-0000-7000-8000-00000000000d', 'Mystery'),
  ('01980000-0000-7000-8000-00000000000e', 'Reality'),
  ('01980000-0000-7000-8000-00000000000f', 'Romance'),
  ('01980000-0000-7000-8000-000000000010', 'Science Fiction'),
  ('01980000-0000-7000-8000-000000000011', 'Thriller'),
  ('01980000-0000-7000-8000-000000000012', 'TV Movie'),
  ('01980000-0000-7000-8000-000000000013', 'War'),
  ('01980000-0000-7000-8000-000000000014', 'Western');
--> statement-breakpoint
-- When the next call to a provider may start, shared by all threads and replicas. Losing it in a
-- crash costs nothing, so it is unlogged and never waits for the disk.
create unlogged table provider_pace (
  provider provider_name primary key,
  next_call_at timestamptz not null default '-infinity',
  paused_until timestamptz not null default '-infinity'
);
--> statement-breakpoint
insert into provider_pace (provider) values ('tmdb');
--> statement-breakpoint
-- Listings sort by name under name_order and then by id, so that names equal but for case fall to the id.
create index movies_by_title on movies (title collate name_order, id);
--> statement-breakpoint
create index series_by_title on series (title collate name_order, id);
--> statement-breakpoint
create index people_by_name on people (name collate name_order, id);
--> statement-breakpoint
create index companies_by_name on companies (name collate name_order, id);
--> statement-breakpoint
create index collections_by_name on collections (name collate name_order, id);
--> statement-breakpoint
create index keywords_by_name on keywords (name collate name_order, id);
