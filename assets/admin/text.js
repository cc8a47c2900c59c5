/** A new element with a class, a text and children. */
export const element = (name, className = "", ...content) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
};

const digits = new Intl.NumberFormat("en");
export const number = (value) => digits.format(value);

const units = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
];

/** `12 s`, `3 min`, `2 h`: only the largest unit. */
export const duration = (seconds) => {
  const [length, unit] = units.find(([each]) => seconds >= each) ?? [1, "s"];
  return `${number(Math.floor(seconds / length))} ${unit}`;
};

/** How long ago a time was, with the time itself as the tooltip. */
export const ago = (moment) => {
  const seconds = (Date.now() - Date.parse(moment)) / 1_000;
  const text =
    Math.abs(seconds) < 1
      ? "now"
      : seconds > 0
        ? `${duration(seconds)} ago`
        : `in ${duration(-seconds)}`;
  const made = element("time", "", text);
  made.dateTime = moment;
  made.title = moment.replace("T", " ").replace(/\.\d+Z$/, " UTC");
  return made;
};

export const size = (bytes) =>
  bytes < 1e9 ? `${digits.format(Math.round(bytes / 1e6))} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

export const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** Names and values as a list of terms. */
export const terms = (entries) => {
  const list = element("dl");
  for (const [name, value, className = ""] of entries) {
    list.append(element("div", className, element("dt", "", name), element("dd", "", value)));
  }
  return list;
};
