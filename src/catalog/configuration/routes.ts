import { Elysia } from "elysia";
import { publicRead } from "~/catalog/public-read";
import { Configuration, configuration } from "./model";

/** GET /configuration: image addresses, attribution texts and the words of every fixed list. */
export const configurationRoutes = ({ default_region }: { default_region: string }) =>
  new Elysia({ prefix: "/configuration", tags: ["Configuration"] }).get(
    "",
    () => configuration(default_region),
    {
      detail: publicRead(
        "getConfiguration",
        "Image base and sizes, attribution texts, enum values",
      ),
      response: { 200: Configuration },
    },
  );
