/** Keywords: "id name"; ids above 9,400,000 are our own. */
export const keywordRows = `
  4565 dystopia | 14544 robot | 154802 silent film | 10714 serial killer | 12999 black and white |
  1956 world war ii | 128 love triangle | 12987 poverty | 9400001 rome, italy | 9400002 samurai |
  233 japan | 8881 jury | 33519 courtroom | 2669 motel | 156212 spaghetti western |
  179585 american civil war | 801 bounty hunter | 310 artificial intelligence | 3801 space travel |
  305 moon | 10391 mafia | 11590 italian american | 818 based on novel or book |
  161176 space opera | 11196 rebellion | 803 android | 9400003 survival horror | 490 philosophy |
  9663 sequel | 207268 neo-noir | 4379 time travel | 208611 1950s | 1415 small town | 210024 anime |
  9400004 based on manga | 1812 fbi | 12616 dinosaur | 2041 island | 1739 holocaust |
  9400005 geneva | 33452 trilogy | 2957 vietnam war | 795 running | 2708 hitman |
  9400006 nonlinear timeline | 378 prison | 6054 friendship | 796 police brutality | 14632 suburb |
  703 detective | 4290 toy | 9823 rivalry | 2580 shipwreck | 2984 iceberg |
  494 father son relationship | 3974 reality tv | 4563 virtual reality | 779 martial arts |
  2157 hacker | 4142 insomnia | 851 dual identity | 825 support group | 5049 ancient rome |
  1394 gladiator | 9748 revenge | 12354 hong kong | 208992 1960s | 10226 neighbor |
  9400007 paris, france | 828 waitress | 9400008 shyness | 616 witch | 13153 spirit | 231403 elf |
  9400009 orc | 207372 quest | 9715 superhero | 9717 based on comic | 242 new york city |
  9400010 rio de janeiro | 10726 gang | 1003 photographer | 3028 penguin | 14728 antarctica |
  18330 nature | 6270 high school | 4344 musical | 6496 basketball | 514 spain | 3205 fairy tale |
  18129 labyrinth | 9400011 sparta | 162861 ancient greece | 9537 joker | 9903 balloon |
  10938 old man | 18266 south america | 1566 dream | 10051 heist | 9400012 subconscious |
  9957 loneliness | 40847 near future | 612 hotel | 9433 concierge | 214548 1930s | 1416 jazz |
  2696 drums | 10508 teacher | 4380 black hole | 15300 father daughter relationship |
  9400013 miami, florida | 10683 coming of age | 158718 lgbt | 9400014 los angeles, california |
  3199 clown | 9400015 parallel universe | 9400016 doppelgänger | 14903 home invasion | 966 beach |
  14514 class differences | 10453 con artist | 9866 basement | 2504 world war i | 9400017 trench |
  9400018 one take | 9400019 desert | 33630 doll | 9400020 feminism | 10542 based on toy |
  8012 physicist | 1815 atomic bomb | 5565 biography | 9400021 lighthouse | 7397 bakery |
  1156 sister sister relationship | 159212 mountain climbing | 10349 survival |
  156039 space station | 2231 drug dealer | 10163 cancer | 1508 new mexico | 9400022 neo-western |
  9400023 nuclear power plant | 2111 soviet union | 10617 disaster | 9400024 london, england |
  9826 murder | 4152 kingdom | 12554 dragon | 9400025 political intrigue | 208289 1980s |
  9400026 debt | 9400027 death game | 9902 wildlife | 15162 dog | 18035 family |
  170344 imagination | 9400028 baking | 271 competition
`;
