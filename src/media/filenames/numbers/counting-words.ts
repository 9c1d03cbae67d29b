/** Table of words and characters that give a number its meaning, by language. */

export type Counted = 'volume' | 'chapter' | 'season' | 'special'

export interface CountingRule {
  /** Name of the rule in explanations. */
  name: string
  counts: Counted
  /**
   * 1 has priority over 2 regardless of position. 3 only applies if the name has no other number,
   * because these words often occur in titles.
   */
  rank: 1 | 2 | 3
  words: string
}

/** Whole words before the number: `Vol. 3`, `Глава 12`, `chapter-5`. */
export const wordsInFront: CountingRule[] = [
  { name: 'English volume', counts: 'volume', rank: 1, words: 'vol vols volume volumes' },
  {
    name: 'French, Spanish or Portuguese volume',
    counts: 'volume',
    rank: 1,
    words: 'tome tomes tomo tomos',
  },
  { name: 'German volume', counts: 'volume', rank: 1, words: 'band bd bände' },
  { name: 'Polish volume', counts: 'volume', rank: 1, words: 'tom tomy' },
  { name: 'Turkish volume', counts: 'volume', rank: 1, words: 'cilt' },
  { name: 'Dutch volume', counts: 'volume', rank: 1, words: 'deel' },
  { name: 'Vietnamese volume', counts: 'volume', rank: 1, words: 'tập' },
  // Also with a Latin a at the end, a common typo.
  { name: 'Russian volume', counts: 'volume', rank: 1, words: 'том тома томa томы' },
  { name: 'Arabic volume', counts: 'volume', rank: 1, words: 'مجلد المجلد' },
  {
    name: 'English chapter',
    counts: 'chapter',
    rank: 1,
    words: 'ch chs chp chap chaps chapter chapters',
  },
  { name: 'English issue', counts: 'chapter', rank: 1, words: 'issue issues iss' },
  { name: 'French chapter', counts: 'chapter', rank: 1, words: 'chapitre chapitres' },
  {
    name: 'Spanish or Portuguese chapter',
    counts: 'chapter',
    rank: 1,
    words: 'cap caps capítulo capitulo capítulos capitulos',
  },
  { name: 'Italian chapter', counts: 'chapter', rank: 1, words: 'capitolo capitoli' },
  { name: 'German chapter', counts: 'chapter', rank: 1, words: 'kapitel kap' },
  { name: 'German issue', counts: 'chapter', rank: 1, words: 'heft folge ausgabe' },
  { name: 'Polish chapter', counts: 'chapter', rank: 1, words: 'rozdział rozdzial zeszyt' },
  { name: 'Turkish chapter', counts: 'chapter', rank: 1, words: 'bölüm bolum sayı' },
  { name: 'Dutch chapter', counts: 'chapter', rank: 1, words: 'hoofdstuk' },
  { name: 'Vietnamese chapter', counts: 'chapter', rank: 1, words: 'chương' },
  { name: 'Russian chapter', counts: 'chapter', rank: 1, words: 'глава главы гл выпуск' },
  { name: 'Ukrainian chapter', counts: 'chapter', rank: 1, words: 'розділ' },
  { name: 'Arabic chapter', counts: 'chapter', rank: 1, words: 'فصل الفصل' },
  {
    name: 'Romance issue',
    counts: 'chapter',
    rank: 1,
    words: 'número numero numéro num núm edição edicao albo nº n° №',
  },
  {
    name: 'season',
    counts: 'season',
    rank: 1,
    words: 'season seasons saison staffel temporada stagione sezon сезон',
  },
  { name: 'book as volume', counts: 'volume', rank: 2, words: 'book books' },
  {
    name: 'episode',
    counts: 'chapter',
    rank: 2,
    words: 'ep eps episode episodes episodio épisode odcinek',
  },
  { name: 'special', counts: 'special', rank: 1, words: 'sp annual special specials omake omakes' },
  {
    name: 'part as volume',
    counts: 'volume',
    rank: 3,
    words: 'part pt teil parte partie część czesc часть arc',
  },
  { name: 'number sign', counts: 'chapter', rank: 3, words: 'no nr' },
]

/** Single letters, directly before the number or separated by a dot. */
export const lettersInFront: CountingRule[] = [
  { name: 'v01', counts: 'volume', rank: 1, words: 'v' },
  { name: 'T01', counts: 'volume', rank: 1, words: 't' },
  { name: 'c001', counts: 'chapter', rank: 1, words: 'c' },
  { name: 'x001', counts: 'chapter', rank: 3, words: 'x' },
  { name: 'n.5', counts: 'chapter', rank: 3, words: 'n' },
]

/** Before the number, in scripts without spaces. Longer ones first. */
export const signsInFront: CountingRule[] = [
  { name: 'Thai volume', counts: 'volume', rank: 1, words: 'เล่มที่ เล่ม' },
  { name: 'Thai chapter', counts: 'chapter', rank: 1, words: 'ตอนที่ บทที่ ตอน บท' },
  { name: 'Chinese or Japanese volume', counts: 'volume', rank: 1, words: '卷 册 冊 巻' },
  { name: 'Chinese or Japanese chapter', counts: 'chapter', rank: 1, words: '話 话 章' },
  { name: 'Korean season', counts: 'season', rank: 1, words: '시즌' },
  { name: 'Japanese season', counts: 'season', rank: 1, words: 'シーズン' },
  {
    name: 'Japanese or Chinese extra',
    counts: 'special',
    rank: 1,
    words: '番外編 番外篇 番外 外伝 外传 特別編 おまけ',
  },
  { name: 'Korean extra', counts: 'special', rank: 1, words: '외전 특별편 번외' },
]

/** After the number. */
export const signsBehind: CountingRule[] = [
  { name: 'Chinese or Japanese volume', counts: 'volume', rank: 1, words: '巻 卷 册 冊 集' },
  { name: 'Korean volume', counts: 'volume', rank: 1, words: '권 장' },
  {
    name: 'Chinese or Japanese chapter',
    counts: 'chapter',
    rank: 1,
    words: '話 话 回 章 号 號 期',
  },
  { name: 'Korean chapter', counts: 'chapter', rank: 1, words: '화 회' },
  { name: 'Korean season', counts: 'season', rank: 1, words: '시즌 부' },
  { name: 'Chinese season', counts: 'season', rank: 1, words: '季' },
  { name: 'Chinese or Japanese part', counts: 'volume', rank: 2, words: '部' },
  {
    name: 'English season',
    counts: 'season',
    rank: 1,
    words: 'st\u00a0season nd\u00a0season rd\u00a0season th\u00a0season',
  },
]

/** Text after a number that marks it as a date, page or image size. */
export const notCounted = /^\s?(?:[年年년月월日일]|pages?\b|pp?\b|px\b|pgs\b|covers\b)/
