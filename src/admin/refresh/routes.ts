import { sql } from "drizzle-orm";
import { Elysia } from "elysia";
import { operatorErrors, operatorRoute } from "~/admin/operator";
import { askedReferences, resolvedReferences } from "~/catalog/references/resolve";
import type { Config } from "~/config";
import type { Db } from "~/db/client";
import { type AdminOptions, adminGuard } from "~/http/admin";
import { ErrorBody } from "~/http/errors";
import { pauseDeadline } from "~/http/limits/deadline";
import { makeDue } from "~/refresh/request";
import { MadeDue, RefreshRequest, RefreshState } from "./model";
import { readRefreshState } from "./queries";

type Options = { db: Db; admin: AdminOptions; config: Config };

/** Shows how fresh the catalog is kept, and has records fetched again. */
export const refreshRoutes = ({ db, admin, config }: Options) =>
  new Elysia({ prefix: "/admin/refresh", tags: ["Operation"] })
    .use(adminGuard(admin))
    .get("", () => readRefreshState(db, config), {
      response: { 200: RefreshState, ...operatorErrors },
      detail: operatorRoute(
        "getRefreshState",
        "Get how fresh the catalog is kept",
        "How many records there are and are due by tier, when the provider's lists of changes were read, and how many calls that took.",
      ),
    })
    .post(
      "",
      async ({ body, request, set }) => {
        const { kinds, tier, refs } = body ?? {};
        const records = refs && recordsOf(refs);
        const selection = {
          ...(kinds && { kinds }),
          ...(tier && { tier }),
          ...(records && { records }),
        };
        const due = await pauseDeadline(request, () => makeDue(db, selection));
        set.status = 202;
        return { due };
      },
      {
        body: RefreshRequest,
        response: { 202: MadeDue, ...operatorErrors, 422: ErrorBody },
        detail: operatorRoute(
          "refreshRecords",
          "Make records due",
          "The planner has them fetched again as soon as its share of the provider's pace allows. Records that are known from others only are not counted.",
        ),
      },
    );

/** The records that references lead to, as jobs name them. */
const recordsOf = (refs: readonly string[]) => sql`
  select record.kind::job_kind, record.external_id
  from (${resolvedReferences(sql`${askedReferences(refs)}::text`)}) resolved
  cross join lateral (
    select titles.kind::text as kind, titles.external_id::text as external_id from titles
    where resolved.kind in ('movie', 'series') and titles.id = resolved.entity_id
    union all
    select 'person', people.external_id::text from people
    where resolved.kind = 'person' and people.id = resolved.entity_id
    union all
    select 'collection', collections.external_id::text from collections
    where resolved.kind = 'collection' and collections.id = resolved.entity_id
    union all
    select 'season', titles.external_id || ':' || seasons.season_number
    from seasons join titles on titles.id = seasons.series_id
    where seasons.id = case resolved.kind when 'season' then resolved.entity_id
      when 'episode' then (select season_id from episodes where episodes.id = resolved.entity_id) end
  ) record`;
