-- A plan made while the tables were empty would read them whole, and a session keeps it.
alter function search_refresh(uuid[]) set enable_seqscan = off;
