import type { PeopleGroup } from "./group";

/** People known for acting, with the provider's ids; ids above 9,000,000 are our own. */
export const actors: readonly PeopleGroup[] = [
  {
    department: "Acting",
    gender: 0,
    people: `
      9000023 Siu Ping-lam | 9000061 Vesper Lane | 9000067 Maximino Arciniega
    `,
  },
  {
    department: "Acting",
    gender: 1,
    people: `
      4 Carrie Fisher | 32 Robin Wright | 35 Sally Field | 75 Brigitte Helm | 112 Cate Blanchett |
      139 Uma Thurman | 204 Kate Winslet | 205 Kirsten Dunst | 350 Laura Linney | 502 Miranda Otto |
      530 Carrie-Anne Moss | 586 Sean Young | 589 Daryl Hannah | 882 Liv Tyler |
      935 Connie Nielsen | 1038 Jodie Foster | 1063 Lea Thompson | 1137 Juliette Binoche |
      1245 Scarlett Johansson | 1283 Helena Bonham Carter | 1338 Maggie Cheung | 1350 Irène Jacob |
      1579 Maggie Gyllenhaal | 1639 Emily Watson | 1680 Mami Koyama | 1813 Anne Hathaway |
      1920 Winona Ryder | 2038 Naomie Harris | 2405 Audrey Tautou | 3092 Diane Keaton |
      3094 Talia Shire | 3234 Joan Cusack | 3713 Frances Fisher | 4111 Ingrid Bergman |
      4784 Laura Dern | 5047 Veronica Cartwright | 5081 Emily Blunt | 6692 Caroline Goodall |
      7302 Janet Leigh | 7303 Vera Miles | 8293 Marion Cotillard | 8534 Kathy Bates |
      8535 Gloria Stuart | 8602 Alice Braga | 9235 Nicoletta Braschi | 9273 Amy Adams |
      9364 Gloria Foster | 9560 Ellen Burstyn | 9575 Jada Pinkett Smith | 10205 Sigourney Weaver |
      12052 Gwyneth Paltrow | 12462 Rebecca Pan | 14892 Rosemarie DeWitt | 15735 Helen Mirren |
      16970 Ivana Baquero | 17286 Lena Headey | 18998 Rosemary Harris | 19587 Rumi Hiiragi |
      19589 Mari Natsuki | 28079 Alisa Freyndlikh | 32798 Elisabeth Moss | 36592 Saoirse Ronan |
      42419 Lianella Carell | 45400 Greta Gerwig | 54693 Emma Stone | 58502 Natalie Dormer |
      59174 America Ferrera | 59315 Olivia Wilde | 67599 Vanessa Hudgens | 72754 Elissa Knight |
      73926 Jördis Triebel | 78080 Krysten Ritter | 83002 Jessica Chastain | 90135 Marina Inoue |
      108916 Rooney Mara | 129104 Melissa Benoist | 130640 Hailee Steinfeld | 134531 Anna Gunn |
      142660 Lisa Vicari | 234352 Margot Robbie | 505710 Zendaya | 851784 Mackenzie Foy |
      933238 Rebecca Ferguson | 1001657 Sophie Turner | 1039011 Natalia Dyer |
      1181313 Maisie Williams | 1217934 Betsy Brandt | 1218303 Una Stubbs | 1223786 Emilia Clarke |
      1224288 Yui Ishikawa | 1240487 Kate McKinnon | 1244469 Louise Brealey |
      1267329 Lupita Nyong'o | 1312450 Melanie Zanetti | 1356210 Millie Bobby Brown |
      1373737 Florence Pugh | 1442583 Park So-dam | 1455336 Issa Rae | 1481238 Sophia Lillis |
      1498158 Jessie Buckley | 1572354 Lee Jung-eun | 1753911 Shannon Purser |
      1757167 María Pedraza | 9000015 Embeth Davidtz | 9000019 Natascha McElhone |
      9000029 Romane Bohringer | 9000032 Ashley Tisdale | 9000035 Maribel Verdú |
      9000036 Ariadna Gil | 9000044 Shahadi Wright Joseph | 9000046 Cho Yeo-jeong |
      9000049 Odile Marchetti | 9000051 Suki Iwamoto | 9000055 Amara Sesay |
      9000060 Mireille Ozanne | 9000072 Lara Pulver | 9000073 Amanda Abbington |
      9000077 Ester Expósito | 9000078 Maja Schöne | 9000082 Jung Ho-yeon | 9000091 Mary Berry |
      9000092 Mel Giedroyc | 9000093 Sue Perkins
    `,
  },
  {
    department: "Acting",
    gender: 2,
    people: `
      2 Mark Hamill | 3 Harrison Ford | 5 Peter Cushing | 6 Anthony Daniels | 10 Bob Peterson |
      31 Tom Hanks | 33 Gary Sinise | 34 Mykelti Williamson | 48 Sean Bean | 62 Bruce Willis |
      64 Gary Oldman | 65 Ian Holm | 73 Alfred Abel | 74 Gustav Fröhlich | 109 Elijah Wood |
      110 Viggo Mortensen | 190 Clint Eastwood | 192 Morgan Freeman | 194 Richard Harris |
      206 Jim Carrey | 228 Ed Harris | 245 Keir Dullea | 247 William Sylvester | 253 Douglas Rain |
      287 Brad Pitt | 290 Christopher Plummer | 349 Scott Glenn | 504 Tim Robbins |
      521 Michael J. Fox | 532 Joe Pantoliano | 585 Rutger Hauer | 587 Edward James Olmos |
      781 Paul Reiser | 819 Edward Norton | 934 Russell Crowe | 936 Oliver Reed |
      938 Djimon Hounsou | 1037 Harvey Keitel | 1062 Christopher Lloyd | 1064 Crispin Glover |
      1065 Thomas F. Wilson | 1158 Al Pacino | 1164 F. Murray Abraham | 1327 Ian McKellen |
      1328 Sean Astin | 1331 Hugo Weaving | 1333 Andy Serkis | 1337 Tony Leung Chiu-wai |
      1352 Jean-Louis Trintignant | 1369 Bernard Hill | 1371 David Wenham | 1640 Stellan Skarsgård |
      1678 Mitsuo Iwata | 1810 Heath Ledger | 1892 Matt Damon | 1925 Vincent Cassel |
      1936 Martin Balsam | 1954 Billy Zane | 1979 Kevin Spacey | 2037 Cillian Murphy |
      2094 Peter Lorre | 2219 Tobey Maguire | 2231 Samuel L. Jackson | 2282 Ben Kingsley |
      2406 Mathieu Kassovitz | 2407 Rufus | 2408 Jamel Debbouze | 2413 Dominique Pinon |
      2524 Tom Hardy | 2963 Nicolas Cage | 2975 Laurence Fishburne | 2983 Mark Strong |
      3001 Conrad Veidt | 3084 Marlon Brando | 3085 James Caan | 3087 Robert Duvall |
      3223 Robert Downey Jr. | 3265 Eli Wallach | 3490 Adrien Brody | 3799 Billy Dee Williams |
      3810 Javier Bardem | 3894 Christian Bale | 3895 Michael Caine | 3896 Liam Neeson |
      3899 Ken Watanabe | 4029 Bob Gunton | 4078 Lee Van Cleef | 4110 Humphrey Bogart |
      4112 Paul Henreid | 4113 Claude Rains | 4139 Tom Skerritt | 4173 Anthony Hopkins |
      4201 Wayne Knight | 4783 Sam Neill | 4785 Jeff Goldblum | 4786 Richard Attenborough |
      4818 Roberto Benigni | 4958 Henry Fonda | 5048 Harry Dean Stanton | 5049 John Hurt |
      5050 Yaphet Kotto | 5248 Lee J. Cobb | 5249 E.G. Marshall | 5250 Jack Klugman |
      5293 Willem Dafoe | 5418 Hubert Koundé | 5419 Saïd Taghmaoui | 5469 Ralph Fiennes |
      5472 Colin Firth | 5659 Seu Jorge | 6193 Leonardo DiCaprio | 6383 Aaron Eckhart |
      6384 Keanu Reeves | 6574 Clancy Brown | 6577 James Whitmore | 6972 Doug Jones |
      7060 Martin Freeman | 7090 Kelsey Grammer | 7167 Don Rickles | 7301 Anthony Perkins |
      7450 Toshirō Mifune | 7453 Takashi Shimura | 7454 Minoru Chiaki | 7470 Meat Loaf |
      7499 Jared Leto | 7907 John Ratzenberger | 7908 Frank Oz | 8475 Anatoliy Solonitsyn |
      8595 Alexandre Rodrigues | 8596 Leandro Firmino | 8597 Phellipe Haagensen |
      8655 R. Lee Ermey | 8891 John Travolta | 9236 Giorgio Cantarini | 9237 Giustino Durano |
      10182 Ving Rhames | 10297 Matthew McConaughey | 11278 Rupert Graves | 11315 Noah Emmerich |
      12248 Alec Guinness | 12795 Nikolaj Coster-Waldau | 12898 Tim Allen | 12899 Jim Varney |
      12900 Wallace Shawn | 14329 Dean Norris | 15152 James Earl Jones | 15440 Jared Harris |
      15854 Ted Levine | 16293 Anthony Heald | 16972 Sergi López | 17051 James Franco |
      17276 Gerard Butler | 17287 Dominic West | 17288 Michael Fassbender | 17289 Rodrigo Santoro |
      17419 Bryan Cranston | 18999 J.K. Simmons | 19588 Miyu Irino | 20508 Iain Glen |
      20738 Song Kang-ho | 20753 Fred Willard | 20828 Yoshio Inaba | 20829 Seiji Miyaguchi |
      22970 Peter Dinklage | 24045 Joseph Gordon-Levitt | 25002 Lee Byung-hun | 25072 Oscar Isaac |
      27578 Elliot Page | 28078 Aleksandr Kaydanovskiy | 29222 Zac Efron | 30614 Ryan Gosling |
      34546 Mark Gatiss | 35029 David Harbour | 42416 Lamberto Maggiorani | 42417 Enzo Staiola |
      48576 Charles Berling | 52888 Paul Ritter | 58650 Raymond Cruz | 59410 Bob Odenkirk |
      60074 Jeff Garlin | 60416 Alex Ferns | 67601 Lucas Grabeel | 67602 Corbin Bleu |
      68812 Ed Asner | 71580 Benedict Cumberbatch | 73249 Lee Jung-jae | 73421 Joaquin Phoenix |
      80676 Jordan Nagai | 84497 Aaron Paul | 86543 David Attenborough | 93801 Hiroshi Kamiya |
      113461 John Legend | 115290 Lee Sun-kyun | 117642 Jason Momoa | 119243 Bunta Sugawara |
      119783 Joseph Mawle | 125660 Andrew Scott | 132856 Tim Heidecker | 137905 Bill Skarsgård |
      146750 George MacKay | 149894 Yuki Kaji | 150903 Gong Yoo | 213581 Oliver Masucci |
      239019 Kit Harington | 291263 Jordan Peele | 543505 Jake Johnson | 587506 Shameik Moore |
      932967 Mahershala Ali | 996701 Miles Teller | 1037348 Louis Hofmann | 1152019 Ashton Sanders |
      1190668 Timothée Chalamet | 1190992 Nikolay Grinko | 1255881 Choi Woo-shik |
      1274508 Jaeden Martell | 1290466 Barry Keoghan | 1291350 Tony Revolori |
      1332971 Dean-Charles Chapman | 1442069 Finn Wolfhard | 1447932 Winston Duke |
      1474123 Caleb McLaughlin | 1557181 Wi Ha-jun | 1593672 Park Hae-soo |
      1650301 Trevante Rhodes | 1653291 Gaten Matarazzo | 1688889 Alex R. Hibbert |
      1846370 Miguel Bernardeau | 9000001 Rudolf Klein-Rogge | 9000003 Otto Wernicke |
      9000004 Gustaf Gründgens | 9000006 John Gavin | 9000008 Gary Lockwood |
      9000013 Nozomu Sasaki | 9000016 Jean-Pierre Lorit | 9000025 Serge Merlin |
      9000042 Jeremy Ray Taylor | 9000050 Bram Achterberg | 9000054 Dario Whitlock |
      9000059 Jonas Feldhaus | 9000063 RJ Mitte | 9000066 Steven Michael Quezada |
      9000074 Itzan Escamilla | 9000075 Miguel Herrán | 9000076 Jaime Lorente |
      9000079 Andreas Pietschmann | 9000083 O Yeong-su | 9000087 David McCormack |
      9000090 Paul Hollywood
    `,
  },
  {
    department: "Acting",
    gender: 3,
    people: `
      1005852 Janelle Monáe | 9000056 Lior Benayoun
    `,
  },
];
