const images = "https://image.tmdb.org/t/p/";
const pauseWhileTyping = 150;

const input = document.querySelector("#query");
const results = document.querySelector("#results");
const heading = document.querySelector("#shown");
const status = document.querySelector("#status");
const counts = document.querySelector("#counts");

const collections = {
  movie: "movies",
  series: "series",
  person: "people",
  collection: "collections",
  company: "companies",
  keyword: "keywords",
};

const element = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
};

const nameOf = (item) => item.title ?? item.name ?? item.keyword ?? "";

/** An image, or the first letter of the name until it is loaded and when there is none. */
const pictureOf = (item) => {
  const path = item.poster_path ?? item.profile_path ?? item.logo_path;
  const picture = element("span", item.logo_path ? "picture logo" : "picture");
  picture.setAttribute("aria-hidden", "true");
  picture.append(element("span", "", [...nameOf(item)][0]?.toUpperCase()));
  if (!path?.startsWith("/") || path.startsWith("/demo-")) return picture;
  const image = element("img");
  image.alt = "";
  image.loading = "lazy";
  image.decoding = "async";
  image.addEventListener("error", () => image.remove());
  image.src = `${images}${item.profile_path ? "w185" : "w342"}${path}`;
  picture.append(image);
  return picture;
};

const factsOf = (item) => {
  const kind = item.kind[0].toUpperCase() + item.kind.slice(1);
  return [kind, item.year, item.known_for_department].filter(Boolean).join(" · ");
};

const itemOf = (item) => {
  const link = element("a");
  link.href = `/api/v1/${collections[item.kind]}/${item.id}`;
  link.append(pictureOf(item), element("span", "name", nameOf(item)));
  link.append(element("span", "facts", factsOf(item)));
  const entry = element("li");
  entry.append(link);
  return entry;
};

const show = (title, page, message) => {
  heading.textContent = title;
  status.textContent = message;
  results.replaceChildren(...page.results.map(itemOf));
};

const read = async (path, signal) => {
  const response = await fetch(path, { signal, headers: { accept: "application/json" } });
  const body = await response.json();
  if (response.ok) return body;
  throw new Error(body.error?.message ?? `Status ${response.status}`);
};

const number = new Intl.NumberFormat("en");

const showPopular = async (signal) => {
  const page = await read("/api/v1/movies?page_size=18", signal);
  show("Popular movies", page, page.results.length > 0 ? "" : "The catalog is empty.");
};

const showResults = async (query, signal) => {
  const page = await read(`/api/v1/search?query=${encodeURIComponent(query)}&page_size=24`, signal);
  const { total_results: total } = page;
  const message =
    total === 0 ? "Nothing found" : `${number.format(total)} ${total === 1 ? "result" : "results"}`;
  show(`Results for “${query}”`, page, message);
};

let current = new AbortController();

/** Shows the results for the current text; a response to an earlier text is ignored. */
const refresh = async () => {
  current.abort();
  current = new AbortController();
  const { signal } = current;
  const query = input.value.trim();
  document.body.classList.toggle("searching", query !== "");
  history.replaceState(null, "", query ? `/?query=${encodeURIComponent(query)}` : "/");
  results.setAttribute("aria-busy", "true");
  try {
    await (query ? showResults(query, signal) : showPopular(signal));
  } catch (error) {
    if (signal.aborted) return;
    status.textContent = error.message;
    results.replaceChildren();
  }
  results.removeAttribute("aria-busy");
};

const showCounts = async () => {
  const totals = await read("/home/counts");
  for (const [name, count] of Object.entries(totals)) {
    const group = element("div");
    group.append(element("dt", "", name), element("dd", "", number.format(count)));
    counts.append(group);
  }
  counts.hidden = false;
};

let timer;
input.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => void refresh(), pauseWhileTyping);
});
input.form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  void refresh();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target === input) return;
  event.preventDefault();
  input.focus();
});

input.value = new URLSearchParams(location.search).get("query") ?? "";
void refresh();
showCounts().catch(() => {});
