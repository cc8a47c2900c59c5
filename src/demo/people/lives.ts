/** Lives of the people whose own page the demo serves, by name; the biographies are our own words. */
export type Life = {
  imdb?: string;
  birthday?: string;
  deathday?: string;
  place?: string;
  homepage?: string;
  /** Other names with " | " between them. */
  also?: string;
  biography: string;
  portrait?: boolean;
};

export const lives: Readonly<Record<string, Life>> = {
  "Keanu Reeves": {
    imdb: "nm0000206",
    birthday: "1964-09-02",
    place: "Beirut, Lebanon",
    also: "키아누 리브스 | キアヌ・リーブス",
    biography: "Canadian actor whose quiet heroes made three decades of action films.",
    portrait: true,
  },
  "Carrie-Anne Moss": {
    imdb: "nm0005251",
    birthday: "1967-08-21",
    place: "Burnaby, British Columbia, Canada",
    biography: "Canadian actress who moved from television to a leather coat and a rooftop.",
  },
  "Lana Wachowski": {
    imdb: "nm0905154",
    birthday: "1965-06-21",
    place: "Chicago, Illinois, USA",
    also: "The Wachowskis",
    biography: "Director and writer who works mostly together with her sister.",
  },
  "Christopher Nolan": {
    imdb: "nm0634240",
    birthday: "1970-07-30",
    place: "London, England, UK",
    also: "크리스토퍼 놀란 | Кристофер Нолан",
    biography: "British and American director who likes film stock, clocks and large screens.",
    portrait: true,
  },
  "Hans Zimmer": {
    imdb: "nm0001877",
    birthday: "1957-09-12",
    place: "Frankfurt am Main, Germany",
    homepage: "https://hanszimmer.com",
    biography: "German composer of film scores in which the low brass has the last word.",
  },
  "Harrison Ford": {
    imdb: "nm0000148",
    birthday: "1942-07-13",
    place: "Chicago, Illinois, USA",
    biography: "American actor and former carpenter, at home in cockpits of all kinds.",
    portrait: true,
  },
  "Sigourney Weaver": {
    imdb: "nm0000244",
    birthday: "1949-10-08",
    place: "New York City, New York, USA",
    biography: "American actress who gave science fiction its most capable warrant officer.",
  },
  "Ridley Scott": {
    imdb: "nm0000631",
    birthday: "1937-11-30",
    place: "South Shields, England, UK",
    biography: "British director who came from advertising and builds worlds first.",
  },
  "Alfred Hitchcock": {
    imdb: "nm0000033",
    birthday: "1899-08-13",
    deathday: "1980-04-29",
    place: "Leytonstone, England, UK",
    also: "Hitch",
    biography: "British director of suspense who liked to walk through his own films.",
  },
  "Ingrid Bergman": {
    imdb: "nm0000006",
    birthday: "1915-08-29",
    deathday: "1982-08-29",
    place: "Stockholm, Sweden",
    biography: "Swedish actress who worked in five languages on both sides of the ocean.",
  },
  "Toshirō Mifune": {
    imdb: "nm0001536",
    birthday: "1920-04-01",
    deathday: "1997-12-24",
    place: "Qingdao, China",
    also: "三船敏郎 | Toshiro Mifune",
    biography: "Japanese actor whose samurai never stood still.",
    portrait: true,
  },
  "Akira Kurosawa": {
    imdb: "nm0000041",
    birthday: "1910-03-23",
    deathday: "1998-09-06",
    place: "Tokyo, Japan",
    also: "黒澤明",
    biography: "Japanese director who painted his films before he shot them.",
  },
  "Andrei Tarkovsky": {
    imdb: "nm0001789",
    birthday: "1932-04-04",
    deathday: "1986-12-29",
    place: "Zavrazhye, Russia",
    also: "Андрей Тарковский",
    biography: "Soviet director of seven long, slow and much argued-about films.",
  },
  "Hayao Miyazaki": {
    imdb: "nm0594503",
    birthday: "1941-01-05",
    place: "Tokyo, Japan",
    also: "宮崎駿 | みやざき はやお",
    biography: "Japanese animator who keeps announcing his last film.",
    portrait: true,
  },
  "Audrey Tautou": {
    imdb: "nm0851582",
    birthday: "1976-08-09",
    place: "Beaumont, Puy-de-Dôme, France",
    biography: "French actress known across the world for one garden gnome.",
  },
  "Bong Joon Ho": {
    imdb: "nm0094435",
    birthday: "1969-09-14",
    place: "Daegu, South Korea",
    also: "봉준호 | Bong Joon-ho",
    biography: "Korean director who changes genre in the middle of a scene.",
  },
  "Greta Gerwig": {
    imdb: "nm1950086",
    birthday: "1983-08-04",
    place: "Sacramento, California, USA",
    biography: "American director, writer and actress.",
  },
  "Bryan Cranston": {
    imdb: "nm0186505",
    birthday: "1956-03-07",
    place: "Los Angeles, California, USA",
    biography: "American actor who went from sitcom father to kitchen chemist.",
  },
  "Vince Gilligan": {
    imdb: "nm0319213",
    birthday: "1967-02-10",
    place: "Richmond, Virginia, USA",
    biography: "American writer and maker of series set in Albuquerque.",
  },
  "Peter Dinklage": {
    imdb: "nm0227759",
    birthday: "1969-06-11",
    place: "Morristown, New Jersey, USA",
    biography: "American actor with the best lines of his family.",
  },
  "David Attenborough": {
    imdb: "nm0041003",
    birthday: "1926-05-08",
    place: "Isleworth, England, UK",
    biography: "British naturalist whose voice most people hear when an animal appears.",
  },
  "Janelle Monáe": { birthday: "1985-12-01", place: "Kansas City, Kansas, USA", biography: "" },
  "Odile Marchetti": { biography: "Invented for the demo; appears in films that do not exist." },
  "Casimir Holt": { biography: "" },
};
