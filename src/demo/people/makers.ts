import type { PeopleGroup } from "./group";

/** People known for their work behind the camera; ids above 9,000,000 are our own. */
export const makers: readonly PeopleGroup[] = [
  {
    department: "Art",
    gender: 2,
    people: `
      9136 H. R. Giger | 151007 Peter Ramsey
    `,
  },
  {
    department: "Camera",
    gender: 2,
    people: `
      151 Roger Deakins | 492 Janusz Kamiński | 559 Wally Pfister | 2361 Tonino Delli Colli |
      3097 Gordon Willis | 3113 Guillermo Navarro | 74401 Hoyte van Hoytema | 9000002 Karl Freund |
      9000009 Geoffrey Unsworth | 9000018 Pierre Aïm | 9000021 Bill Pope | 9000022 Jeff Cronenweth |
      9000024 Mark Lee Ping-Bing | 9000038 Robert Yeoman | 9000040 James Laxton |
      9000041 Linus Sandgren | 9000048 Greig Fraser
    `,
  },
  {
    department: "Crew",
    gender: 2,
    people: `
      1418031 Christopher Doyle
    `,
  },
  {
    department: "Directing",
    gender: 0,
    people: `
      87771 Andy Devonshire | 9000062 Lazlo Prine
    `,
  },
  {
    department: "Directing",
    gender: 1,
    people: `
      9339 Lilly Wachowski | 9340 Lana Wachowski | 9000028 Kátia Lund | 9000052 Ilse Vandermeer |
      9000057 Priya Raghunath
    `,
  },
  {
    department: "Directing",
    gender: 2,
    people: `
      1 George Lucas | 24 Robert Zemeckis | 39 Sam Mendes | 68 Fritz Lang | 108 Peter Jackson |
      138 Quentin Tarantino | 185 Katsuhiro Otomo | 240 Stanley Kubrick | 488 Steven Spielberg |
      525 Christopher Nolan | 578 Ridley Scott | 608 Hayao Miyazaki | 1126 Krzysztof Kieślowski |
      1776 Francis Ford Coppola | 2291 Paul McGuigan | 2419 Jean-Pierre Jeunet |
      2636 Alfred Hitchcock | 2690 Peter Weir | 2710 James Cameron | 4027 Frank Darabont |
      4109 Michael Curtiz | 4385 Sergio Leone | 5026 Akira Kurosawa | 5655 Wes Anderson |
      5953 Spike Jonze | 7467 David Fincher | 7623 Sam Raimi | 7879 John Lasseter |
      8452 Andrei Tarkovsky | 8557 Fernando Meirelles | 10828 Guillermo del Toro |
      10930 Irvin Kershner | 12329 Vittorio De Sica | 12453 Wong Kar-Wai | 15217 Zack Snyder |
      16294 Jonathan Demme | 17825 Shawn Levy | 21684 Bong Joon Ho | 39996 Sidney Lumet |
      44797 Tim Van Patten | 47005 Alan Taylor | 57581 Neil Marshall | 59918 Rodney Rothman |
      88743 Daniel Minahan | 92784 Barry Jenkins | 93223 Brian Kirk | 125064 Ramón Salazar |
      136495 Damien Chazelle | 137427 Denis Villeneuve | 936670 Bob Persichetti |
      1148353 Tetsuro Araki | 1200444 Dani de la Orden | 1216417 Euros Lyn | 1230430 Toby Haynes |
      1294471 Hwang Dong-hyuk | 9000030 Luc Jacquet | 9000033 Kenny Ortega |
      9000043 Andy Muschietti | 9000065 Adam Bernstein | 9000068 Johan Renck |
      9000080 Baran bo Odar
    `,
  },
  {
    department: "Editing",
    gender: 1,
    people: `
      156 Sally Menke | 9000010 Marcia Lucas
    `,
  },
  {
    department: "Editing",
    gender: 2,
    people: `
      9000039 Tom Cross
    `,
  },
  {
    department: "Production",
    gender: 1,
    people: `
      556 Emma Thomas | 7627 Laura Ziskin | 9000070 Sue Vertue
    `,
  },
  {
    department: "Production",
    gender: 2,
    people: `
      1091 Joel Silver | 1417 Toshio Suzuki | 2545 Lawrence Bender | 5162 Mark Johnson |
      8529 Jon Landau | 12401 Gary Kurtz | 67589 Alastair Fothergill | 84348 Jason Blum
    `,
  },
  {
    department: "Sound",
    gender: 1,
    people: `
      9000031 Émilie Simon | 9000069 Hildur Guðnadóttir
    `,
  },
  {
    department: "Sound",
    gender: 2,
    people: `
      37 Alan Silvestri | 117 Howard Shore | 153 Thomas Newman | 491 John Williams |
      531 Danny Elfman | 595 Vangelis | 636 Joe Hisaishi | 670 Ben Burtt | 947 Hans Zimmer |
      1259 Ennio Morricone | 1551 Philip Glass | 1729 James Horner | 1760 Jerry Goldsmith |
      2949 Alexandre Desplat | 3098 Nino Rota | 7460 Fumio Hayasaka | 7885 Randy Newman |
      9245 Nicola Piovani | 10851 Ramin Djawadi | 15221 Tyler Bates | 15347 Michael Giacchino |
      40825 Benjamin Wallfisch | 928158 Ludwig Göransson | 1419631 Justin Hurwitz |
      1533516 Nicholas Britell | 1685626 Kyle Dixon | 2127965 Jung Jae-il | 2225636 Michael Stein |
      9000005 Max Steiner | 9000007 Bernard Herrmann | 9000012 Eduard Artemyev |
      9000014 Shoji Yamashiro | 9000017 Zbigniew Preisner | 9000020 Don Davis |
      9000026 Yann Tiersen | 9000037 Javier Navarrete | 9000045 Michael Abels |
      9000053 Tomas Quillan | 9000064 Dave Porter | 9000071 David Arnold | 9000081 Ben Frost |
      9000085 Hiroyuki Sawano | 9000086 George Fenton | 9000089 Joff Bush
    `,
  },
  {
    department: "Writing",
    gender: 0,
    people: `
      9000034 Peter Barsocchini | 9000058 Casimir Holt
    `,
  },
  {
    department: "Writing",
    gender: 1,
    people: `
      126 Fran Walsh | 157 Thea von Harbou | 1075096 Jantje Friese | 1643383 Krysty Wilson-Cairns |
      9000027 Philippa Boyens
    `,
  },
  {
    department: "Writing",
    gender: 2,
    people: `
      7 Andrew Stanton | 27 Eric Roth | 241 Arthur C. Clarke | 508 David Koepp |
      527 Jonathan Nolan | 583 Hampton Fancher | 929 David Franzoni | 1058 Bob Gale |
      1132 Krzysztof Piesiewicz | 2260 Steven Zaillian | 2293 Frank Miller |
      2420 Guillaume Laurant | 2665 Julius J. Epstein | 3027 Stephen King | 3083 Mario Puzo |
      4782 Michael Crichton | 5045 Dan O'Bannon | 5246 Reginald Rose | 5656 Noah Baumbach |
      7191 David Webb Peoples | 7300 Joseph Stefano | 7449 Shinobu Hashimoto |
      7468 Chuck Palahniuk | 7469 Jim Uhls | 8297 Roger Avary | 8561 Bráulio Mantovani |
      8685 Andrew Niccol | 8844 Lawrence Kasdan | 9234 Vincenzo Cerami | 9813 David Benioff |
      12047 Andrew Kevin Walker | 12330 Cesare Zavattini | 12890 Pete Docter | 35796 Craig Mazin |
      57862 Ted Tally | 66633 Vince Gilligan | 87257 Cary Joji Fukunaga | 107446 Phil Lord |
      146459 Steven Moffat | 150635 Boris Strugatskiy | 228068 D.B. Weiss |
      237053 George R. R. Martin | 1179419 Matt Duffer | 1179422 Ross Duffer |
      1263628 Carlos Montero | 1456588 Darío Madrona | 1625271 Chase Palmer |
      9000011 Arkadiy Strugatskiy | 9000047 Han Jin-won | 9000084 Hajime Isayama |
      9000088 Joe Brumm
    `,
  },
];
