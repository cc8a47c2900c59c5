/**
 * "Episode" in the languages of the provider's users. It names an episode without a title by this word, in the
 * language of the answer or in English, and the episode's number.
 */
const episodeWords = new Set(
  `episode épisode episodio episódio episodi episod epizod epizoda epizodă episoda epizóda epizód episódi episodul epizode
  folge avsnitt afsnit aflevering odcinek díl diel jakso osa bölüm rész része þáttur sērija serija atala tập pennod ep
  серія серия серыя сэрыя эпизод епизод епизода епізод эпізод επεισόδιο ეპიზოდი حلقة الحلقة قسمت פרק एपिसोड कड़ी পর্ব এপিসোড
  அத்தியாயம் எபிசோட் ఎపిసోడ్ ಸಂಚಿಕೆ എപ്പിസോഡ് სერია бөлім ตอน ตอนที่
  第集 第話 第话 第回 集 話 话 에피소드 제화 제회 화 회`.split(/\s+/),
);

/** "To be announced" in those languages. */
const unannounced = new Set(
  `tba, tbd, tbc, to be announced, to be determined, to be confirmed, à venir, à déterminer, à annoncer, à confirmer,
  noch nicht bekannt, noch unbekannt, wird bekannt gegeben, wird noch bekannt gegeben, n.n., k.a., por anunciar,
  por determinar, por confirmar, a anunciar, a ser anunciado, a definir, da annunciare, da definire, da confermare,
  nog niet bekend, nader te bepalen, nnb, do ogłoszenia, bude oznámeno, bude oznámené, будет объявлено,
  буде оголошено, ikke annonceret, meddeles senere, ei vielä julkistettu, açıklanacak, duyurulacak, θα ανακοινωθεί,
  未定, 待定, 待公布, 未公布, タイトル未定, 미정, 추후 공개`.split(/,\s*/),
);

/** Decimal digits of any script as those of English: "٨" is 8. */
const withPlainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    // The ten digits of a script follow one another, and nothing before its zero is a digit.
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });

/**
 * Whether a title only stands for one that nobody has given: the word for "episode" and the episode's own
 * number, in whatever order ("Épisode 8", "8. Bölüm", "第8集"), or words for "to be announced".
 */
export function isPlaceholderTitle(title: string, episode_number: number): boolean {
  const text = withPlainDigits(title.normalize("NFKC").toLowerCase()).trim();
  if (unannounced.has(text)) return true;
  const numbers = text.match(/[0-9]+/g) ?? [];
  if (numbers.length !== 1 || Number(numbers[0]) !== episode_number) return false;
  return episodeWords.has(text.replace(/[0-9]+/, "").replaceAll(/[\s.:#\-–—,()[\]№º°]+/g, ""));
}
