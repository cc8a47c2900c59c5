/** Production companies: "id Name (country)"; ids above 9,300,000 are our own. */
export const companyRows = `
  9300001 UFA (DE) | 9300002 Nero Film (DE) | 174 Warner Bros. Pictures (US) |
  9300003 Produzioni De Sica (IT) | 9300004 Toho | 10212 Orion-Nova Productions (US) |
  10717 Shamley Productions (US) | 9300005 Produzioni Europee Associate (IT) |
  47 Constantin Film (DE) | 21 Metro-Goldwyn-Mayer (US) | 4 Paramount Pictures (US) |
  10211 Alfran Productions (US) | 1 Lucasfilm Ltd. (US) | 25 20th Century Fox (US) |
  401 Brandywine Productions (US) | 5120 Mosfilm | 9300006 The Ladd Company (US) |
  33 Universal Pictures (US) | 56 Amblin Entertainment (US) | 7164 TMS Entertainment (JP) |
  41 Orion Pictures (US) | 9300007 Strong Heart/Demme Production | 9209 MK2 Productions (FR) |
  14 Miramax (US) | 59 A Band Apart (US) | 97 Castle Rock Entertainment (US) | 104 Canal+ (FR) |
  9300008 Lazennec (FR) | 12 New Line Cinema (US) | 3 Pixar (US) | 2 Walt Disney Pictures (US) |
  574 Lightstorm Entertainment (US) | 370 Melampo Cinematografica (IT) |
  258 Scott Rudin Productions | 79 Village Roadshow Pictures (US) | 1885 Silver Pictures (US) |
  711 Fox 2000 Pictures (US) | 508 Regency Enterprises (US) | 4700 Linson Entertainment (US) |
  7293 DreamWorks Pictures (US) | 1645 Scott Free Productions (GB) | 539 Block 2 Pictures (HK) |
  540 Jet Tone Production (HK) | 9300009 Victoires Productions (FR) | 581 UGC (FR) |
  10342 Studio Ghibli (JP) | 11 WingNut Films (NZ) | 5 Columbia Pictures (US) |
  326 Laura Ziskin Productions (US) | 345 O2 Filmes (BR) | 346 Videofilmes (BR) |
  66331 Bonne Pioche (FR) | 9300010 Disney Channel Original Movies (US) |
  9300011 Estudios Picasso (ES) | 9300012 Tequila Gang (MX) | 923 Legendary Pictures (US) |
  449 Virtual Studios | 9996 Syncopy (GB) | 13184 Annapurna Pictures (US) |
  23449 American Empirical Pictures (US) | 264 Studio Babelsberg (DE) | 2266 Bold Films (US) |
  3172 Blumhouse Productions (US) | 13769 Lynda Obst Productions (US) | 41077 A24 (US) |
  81 Plan B Entertainment (US) | 491 Summit Entertainment (US) | 33681 Black Label Media (US) |
  829 Vertigo Entertainment (US) | 2251 Sony Pictures Animation (US) |
  88934 Monkeypaw Productions (US) | 4399 Barunson E&A (KR) | 1522 Neal Street Productions (GB) |
  9300013 LuckyChap Entertainment (US) | 9300014 Mattel Films (US) | 507 Atlas Entertainment (US) |
  9300015 Tern Island Films (GB) | 9300016 Northlight Pictures (US) |
  9300017 Paper Heron Animation | 11073 Sony Pictures Television (US) |
  33742 High Bridge Productions (US) | 2605 Gran Via Productions (US) | 3268 HBO (US) |
  9300018 Sister (GB) | 9300019 Hartswood Films (GB) | 9300020 Zeta Producciones (ES) |
  40788 Wiedemann & Berg Television (DE) | 12525 Television 360 (US) |
  76043 Revolution Sun Studios (US) | 2575 21 Laps Entertainment (US) |
  170090 Monkey Massacre Productions (US) | 9300021 Siren Pictures (KR) | 31058 Wit Studio (JP) |
  9050 BBC Studios Natural History Unit (GB) | 9300022 Ludo Studio (AU) |
  9300023 Love Productions (GB)
`;

/** Networks, a space of ids of their own. */
export const networkRows = `
  174 AMC (US) | 49 HBO (US) | 1063 Sky Atlantic (GB) | 4 BBC One (GB) | 213 Netflix | 94 MBS (JP) |
  9500001 NHK (JP) | 9500002 ABC Kids (AU) | 332 BBC Two (GB) | 26 Channel 4 (GB) |
  9500003 Tern Island Television (GB)
`;
