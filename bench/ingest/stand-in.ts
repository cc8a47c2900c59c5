import { recorded } from "../../tests/support/recorded";

/**
 * Serves the recorded movies over HTTP, in a process of its own so that it does not affect the measured one.
 * `/3/movie/{n}` returns the movie with the number n modulo their number, with the id n; `/calls` returns
 * how many were requested. Prints its port and the number of movies.
 */
const movies = (recorded?.paths("movie_details") ?? []).flatMap((path) => {
  const body = recorded?.composed("movie_details", path);
  if (body === undefined) return [];
  const { id: _, ...rest } = body;
  return [JSON.stringify(rest).slice(1)];
});
let calls = 0;

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch({ url }) {
    const [, number] = /\/movie\/(\d+)/.exec(url) ?? [];
    if (number === undefined) return Response.json({ calls });
    calls += 1;
    const text = `{"id":${number},${movies[Number(number) % movies.length]}`;
    return new Response(text, { headers: { "content-type": "application/json;charset=utf-8" } });
  },
});
const bytes = movies.reduce((sum, movie) => sum + movie.length, 0);
console.log(JSON.stringify({ port: server.port, movies: movies.length, bytes }));

// Standard input ends when the measuring process ends.
for await (const _ of Bun.stdin.stream()) {
}
process.exit(0);
