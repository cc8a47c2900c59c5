import { ScatterChart } from "echarts/charts";
import {
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TitleComponent,
} from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import type { ScaleName } from "../part";
import { type Result, sizesOf } from "./result";

use([ScatterChart, GridComponent, LegendComponent, MarkLineComponent, TitleComponent, SVGRenderer]);

/** What the chart shows, from top to bottom: part and case. */
const shown: readonly (readonly [string, string])[] = [
  ["details", "movie"],
  ["details", "person"],
  ["lists", "movies, page 1"],
  ["lists", "movies, genre and year"],
  ["lists", "movies, any page"],
  ["lists", "people, any page"],
  ["lists", "keywords"],
  ["lists", "now playing"],
  ["search", "search: exact"],
  ["search", "search: as you type"],
  ["search", "search: a slip"],
  ["search", "search: common word"],
];

/** Colors that a reader's theme replaces, and what it replaces them with: light and dark. */
const themed = {
  "#111111": ["#1f2328", "#e6edf3"],
  "#666666": ["#59636e", "#9198a1"],
  "#cccccc": ["#d1d9e0", "#3d444d"],
  "#fefefe": ["#ffffff", "#0d1117"],
} as const;
const [ink, soft, line, paper] = ["#111111", "#666666", "#cccccc", "#fefefe"] as const;

/** By the size of the catalog, and for the hits of the cache; each stands out on light and dark. */
const colors: Record<ScaleName | "hot", string> = {
  "10k": "#54b8ff",
  "100k": "#2f81f7",
  "1m": "#8e5cf0",
  hot: "#e0751b",
};
const symbols = { "10k": "circle", "100k": "circle", "1m": "circle", hot: "diamond" };

type Place = keyof typeof colors;

const spelled: Record<Place, string> = {
  "10k": "10,000 movies",
  "100k": "100,000 movies",
  "1m": "1,000,000 movies",
  hot: "again, from the cache",
};

function p50({ scales }: Result, scale: ScaleName, part: string, name: string, column: string) {
  const row = scales[scale]?.[part]?.rows.find((row) => row.name === name);
  return row?.figures[column]?.median;
}

/** The points of a series: response time and the line of its case. */
function points(result: Result, place: Place, largest: ScaleName): [number, string][] {
  const [scale, column] = place === "hot" ? [largest, "hot_p50_ms"] : [place, "p50_ms"];
  return shown.flatMap(([part, name]): [number, string][] => {
    const ms = p50(result, scale as ScaleName, part, name, column);
    return ms === undefined ? [] : [[ms, name]];
  });
}

const style = `<style>${Object.entries(themed)
  .map(([color, [light]]) => rule(color, light))
  .join("")}@media (prefers-color-scheme: dark){${Object.entries(themed)
  .map(([color, [, dark]]) => rule(color, dark))
  .join("")}}</style>`;

function rule(color: string, shown: string): string {
  return `[fill="${color}"]{fill:${shown}}[stroke="${color}"]{stroke:${shown}}`;
}

/**
 * Draws the response times over one connection as SVG: a line for each case, a mark for each size of the
 * catalog. Text and background follow the reader's light or dark theme.
 */
export function draw(result: Result): string {
  const sizes = sizesOf(result);
  const largest = sizes.at(-1) ?? "10k";
  const places: Place[] = [...sizes, "hot"];
  const drawn = places
    .map((place) => ({ place, data: points(result, place, largest) }))
    .filter(({ data }) => data.length > 0);
  const lookup = p50(result, largest, "http", "a lookup by key", "p50_ms");
  const names = shown.map(([, name]) => name);
  const chart = init(null, null, { renderer: "svg", ssr: true, width: 820, height: 486 });
  chart.setOption({
    animation: false,
    backgroundColor: paper,
    textStyle: { color: ink, fontFamily: "sans-serif" },
    title: {
      text: "Response times, median, milliseconds",
      left: 16,
      top: 12,
      textStyle: { color: ink, fontSize: 15, fontWeight: "bold" },
    },
    legend: { right: 16, top: 12, itemGap: 16, textStyle: { color: ink } },
    grid: { left: 178, right: 32, top: 78, bottom: 36 },
    xAxis: {
      type: "log",
      axisLabel: { color: soft },
      axisLine: { show: false },
      splitLine: { lineStyle: { color: line } },
    },
    yAxis: {
      type: "category",
      inverse: true,
      data: names,
      axisLabel: { color: ink, fontSize: 13 },
      axisTick: { show: false },
      axisLine: { show: false },
      splitLine: { show: true, lineStyle: { color: line, type: "dotted" } },
    },
    series: drawn.map(({ place, data }, index) => ({
      name: spelled[place],
      type: "scatter",
      data,
      symbol: symbols[place],
      symbolSize: 11,
      itemStyle: { color: colors[place], opacity: 1 },
      ...(index === 0 &&
        lookup !== undefined && {
          markLine: {
            symbol: "none",
            lineStyle: { color: soft, type: "dashed" },
            label: { formatter: "a lookup by key", color: soft, position: "start", distance: 6 },
            data: [{ xAxis: lookup }],
          },
        }),
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${svg.replace(/<svg [^>]*>/, (open) => `${open}${style}`)}\n`;
}
