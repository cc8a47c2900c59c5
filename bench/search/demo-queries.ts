import type { SearchedKind } from "~/search/kinds";
import type { Judged } from "./judged";

/**
 * Our own queries for the demo's catalog, by class: the text and the provider's ids of the relevant
 * entities. An id without a kind is a movie.
 */
const rows: Record<string, readonly (readonly [string, ...(number | string)[]])[]> = {
  exact: [
    ["The Matrix", 603],
    ["Psycho", 539],
    ["Keanu Reeves", "person 6384"],
    ["Breaking Bad", "series 1396"],
    ["Star Wars", 11],
    ["Dark", "series 70523"],
  ],
  lowercase: [
    ["the godfather", 238],
    ["pulp fiction", 680],
    ["game of thrones", "series 1399"],
    ["hans zimmer", "person 947"],
  ],
  stopwords: [
    ["it", 346364],
    ["us", 458723],
    ["up", 14160],
    ["her", 152601],
    ["m", 832],
  ],
  short_numeric: [
    ["300", 1271],
    ["1917", 530915],
    ["2001", 62],
    ["12", 389],
  ],
  article_dropped: [
    ["matrix", 603],
    ["silence of the lambs", 274],
    ["dark knight", 155],
    ["grand budapest hotel", 120467],
  ],
  article_added: [
    ["the inception", 27205],
    ["the interstellar", 157336],
    ["a fight club", 550],
  ],
  diacritics_dropped: [
    ["amelie", 194],
    ["janelle monae", "person 1005852"],
    ["toshiro mifune", "person 7450"],
    ["le fabuleux destin d amelie poulain", 194],
  ],
  diacritics_added: [
    ["Amélié", 194],
    ["Ínterstellar", 157336],
    ["Tïtanic", 597],
  ],
  punctuation: [
    ["spider man", 557],
    ["spiderman", 557],
    ["wall e", 10681],
    ["wall-e", 10681],
    ["schindlers list", 424],
    ["2001 a space odyssey", 62],
    ["spider man into the spider verse", 324857],
  ],
  ampersand: [
    ["the good the bad & the ugly", 429],
    ["il buono & il brutto", 429],
  ],
  roman_digits: [
    ["toy story ii", 863],
    ["copper rain ii", 9100010],
    ["star wars episode 4 a new hope", 11],
  ],
  number_words: [
    ["toy story two", 863],
    ["three colours red", 110],
    ["3 colors red", 110],
    ["seven samurai", 346],
    ["7 samurai", 346],
  ],
  trailing_year: [
    ["dune 2021", 438631],
    ["titanic 1997", 597],
    ["psycho 1960", 539],
    ["parasite 2019", 496243],
  ],
  words_swapped: [
    ["club fight", 550],
    ["lambs silence", 274],
    ["reeves keanu", "person 6384"],
    ["bad breaking", "series 1396"],
  ],
  words_joined: [
    ["blade runner", 78],
    ["bladerunner", 78],
    ["lalaland", 313369],
    ["toystory", 862],
  ],
  middle_words: [
    ["fellowship of the ring", 120],
    ["return of the king", 122],
    ["into the spider-verse", 324857],
    ["space odyssey", 62],
  ],
  prefix3: [
    ["inc", 27205],
    ["opp", 872585],
    ["gla", 98],
    ["jur", 329],
  ],
  prefix5: [
    ["inter", 157336],
    ["shaws", 278],
    ["casab", 289],
    ["spiri", 129],
  ],
  prefix8: [
    ["forrest g", 13],
    ["the sile", 274],
    ["oppenhei", 872585],
    ["breaking", "series 1396"],
  ],
  prefix_lastword: [
    ["the empire stri", 1891],
    ["march of the peng", 1667],
    ["attack on ti", "series 1429"],
    ["pan's laby", 1417],
  ],
  typo_substitution: [
    ["intersteller", 157336],
    ["gladiatur", 98],
    ["casablonca", 289],
  ],
  typo_deletion: [
    ["incepton", 27205],
    ["openheimer", 872585],
    ["pulp ficton", 680],
  ],
  typo_insertion: [
    ["titannic", 597],
    ["parasitte", 496243],
    ["sherllock", "series 19885"],
  ],
  typo_transposition: [
    ["moonlihgt", 376867],
    ["whilpash", 244786],
    ["chernobly", "series 87108"],
  ],
  typo_first_letter: [
    ["anception", 27205],
    ["vladiator", 98],
    ["ytalker", 1398],
  ],
  typo_twice: [
    ["intresteler", 157336],
    ["shawshenk redemtion", 278],
    ["jurasic prak", 329],
    ["strenger thigs", "series 66732"],
  ],
  typo_unfinished: [
    ["godfathe", 238],
    ["the shawshnk", 278],
    ["breaing b", "series 1396"],
  ],
  person_typo: [
    ["christofer nolan", "person 525"],
    ["sigourny weaver", "person 10205"],
    ["keanu reevs", "person 6384"],
    ["andrey tarkovsky", "person 8452"],
  ],
  person_other_name: [
    ["Андрей Тарковский", "person 8452"],
    ["黒澤明", "person 5026"],
    ["봉준호", "person 21684"],
  ],
  original_latin: [
    ["ladri di biciclette", 5156],
    ["cidade de deus", 598],
    ["la vita è bella", 637],
    ["el laberinto del fauno", 1417],
  ],
  original_cjk: [
    ["千と千尋の神隠し", 129],
    ["기생충", 496243],
    ["七人の侍", 346],
    ["花樣年華", 843],
  ],
  original_cyrillic: [
    ["сталкер", 1398],
    ["СТАЛКЕР", 1398],
  ],
  alternate_latin: [
    ["der pate", 238],
    ["fahrraddiebe", 5156],
    ["les évadés", 278],
    ["the great british baking show", "series 34549"],
  ],
  alternate_other: [
    ["матрица", 603],
    ["盗梦空间", 27205],
    ["バック・トゥ・ザ・フューチャー", 105],
    ["Игра престолов", "series 1399"],
  ],
  cjk_prefix: [
    ["泰坦尼", 597],
    ["星际穿", 157336],
    ["千と千尋", 129],
  ],
  full_width: [
    ["ＤＵＮＥ", 438631],
    ["ﬁght club", 550],
  ],
  collection_by_name: [
    ["the matrix collection", "collection 2344"],
    ["lord of the rings collection", "collection 119"],
    ["toy story collection", "collection 10194"],
  ],
  kind_filtered: [
    ["matrix", "collection 2344"],
    ["star wars", "collection 10"],
    ["studio ghibli", "company 10342"],
    ["black hole", "keyword 4380"],
  ],
};

function judgedQuery(name: string, q: string, right: readonly (number | string)[]): Judged {
  const accept = right.map((answer) => {
    const [kind, id] = typeof answer === "number" ? ["movie", answer] : answer.split(" ");
    return { kind: kind as SearchedKind, tmdb_id: Number(id) };
  });
  const [first] = accept;
  return name === "kind_filtered" && first !== undefined
    ? { q, class: name, type: first.kind, accept }
    : { q, class: name, accept };
}

export const demoQueries: readonly Judged[] = Object.entries(rows).flatMap(([name, list]) =>
  list.map(([q, ...right]) => judgedQuery(name, q, right)),
);
