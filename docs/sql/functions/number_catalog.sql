-- Calls: number_present.sql
-- Written by `bun run sql`.

CREATE OR REPLACE PROCEDURE public.number_catalog()
 LANGUAGE plpgsql
AS $procedure$
declare
  of_kind change_kind;
  passed uuid;
begin
  foreach of_kind in array enum_range(null::change_kind) loop
    passed := '00000000-0000-0000-0000-000000000000';
    while passed is not null loop
      passed := number_present(of_kind, passed, 5000);
      commit;
    end loop;
  end loop;
end $procedure$;
