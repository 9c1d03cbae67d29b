/** Builds file names from parts in many styles and keeps the parts that the parser should find. */
import type { ParsedName } from '../../../src/media/filenames/filenames'
import { listWords, type WordList } from '../../../src/media/words/words'

export interface GeneratedName {
  name: string
  is: Partial<ParsedName>
}

/** Numbers from 0 up to but not including `below`. */
export type Roll = (below: number) => number

/** Returns the same sequence for the same seed (mulberry32). */
export function createRoll(seed: number): Roll {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const pick = <T>(roll: Roll, items: readonly T[]): T => items[roll(items.length)] as T

const titles = [
  'Harbor of Glass',
  'The Special Class',
  'Four Kings',
  '100 Lanterns',
  'Lawmen 2099',
  't3dio no Hibi',
  'Ch4os Garden',
  'Part-Time Hero',
  "Today's Special Menu",
  'Area 88 Sisters',
  'Class 3-B Mysteries',
  'Mecha R2 Chronicle',
  'Dr. Grim',
  'X-9 Files',
  'One Thousand Doors',
  'Night Ferry - Dead Water',
  'El faro dormido',
  'Ködkikötő',
  'Mgła nad portem',
  'Les Brumes de Kerlan',
  'Vol de nuit',
  'Sis Limanı',
  'Über Nebel',
  'Волшебная гавань',
  'Cảng Sương',
  'Salt & Ember',
  'What If It Rains?',
  'Who Stole the Moon!',
  'Issue of Honor',
  'Chapter and Verse',
  'The Book of Sand',
  'Season of Mist',
]
const titlesOfUnspaced: Record<string, string[]> = {
  Japanese: ['霧の港', '第七灯台', '夜のパン屋さん'],
  Chinese: ['雾港', '百盏灯'],
  Korean: ['안개 항구', '백 개의 등불'],
  Thai: ['ท่าเรือหมอก'],
}
const storyTitles = ['The Long Orbit', 'Ash', 'La Nuit des algues', 'Тени', 'What Remains']

interface Count {
  text: string
  value: number
  last: number | null
  suffix: string | null
}

const pad = (value: number, roll: Roll) => String(value).padStart(pick(roll, [1, 2, 3]), '0')

/** Returns a number in one of these forms: `7`, `007`, `7.5`, `7b`, `7-9`. */
function rollCount(roll: Roll, kinds: readonly ('whole' | 'part' | 'letter' | 'range')[]): Count {
  const value = 1 + roll(60)
  const text = pad(value, roll)
  const plain = { text, value, last: null, suffix: null }
  const kind = pick(roll, kinds)
  if (kind === 'part') return { ...plain, text: `${text}.5`, value: value + 0.5 }
  if (kind === 'letter') return { ...plain, text: `${text.padStart(2, '0')}b`, suffix: 'b' }
  if (kind !== 'range') return plain
  const last = value + 1 + roll(20)
  return { ...plain, text: `${text}-${String(last).padStart(text.length, '0')}`, last }
}

const usual = ['whole', 'whole', 'whole', 'whole', 'part', 'letter', 'range'] as const
const ofVolume = ['whole', 'whole', 'whole', 'part', 'range'] as const

const asVolume = ({ value, last }: Count) => ({ volume: value, volumeEnd: last })
const asChapter = ({ value, last, suffix }: Count) => ({
  chapter: value,
  chapterEnd: last,
  suffix,
})

interface Numbered {
  text: string
  is: Partial<ParsedName>
  /** True if the number has no marker. It then needs a dash before a title. */
  bare?: boolean
}

const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const spellings = [(word: string) => word, title, (word: string) => word.toUpperCase()]

/** Changes the case of a word at random, unless its upper case cannot be converted back. */
const spell = (roll: Roll, word: string) => {
  const spelled = pick(roll, spellings)(word)
  return spelled.toLowerCase() === word ? spelled : word
}

/** Builds a number with a word in front of it: `Vol. 3`, `Kapitel 12`, `Tomo3`. */
function inFront(roll: Roll, lists: WordList[], count: Count, language?: string): string {
  const words = listWords(lists, false).filter((one) => !language || one.language === language)
  const { text } = pick(roll, words)
  const gap = text.length === 1 ? '.' : pick(roll, [' ', ' ', '. ', '.'])
  return `${spell(roll, text)}${gap}${count.text}`
}

const volumeLists: WordList[] = ['volume', 'volumes']
const chapterLists: WordList[] = ['chapter', 'chapters', 'issue']

const languagesWithBoth = [
  ...new Set(listWords(volumeLists, false).map(({ language }) => language)),
].filter((language) => listWords(['chapter'], false).some((one) => one.language === language))

const between = [' ', ' ', ', ', ' - ']

const styles: Record<string, (roll: Roll) => Numbered> = {
  'letter and digits': (roll) => {
    const count = rollCount(roll, ofVolume)
    return { text: `${pick(roll, ['v', 'V', 'T', 't'])}${count.text}`, is: asVolume(count) }
  },
  'letters of volume and chapter': (roll) => {
    const [volume, chapter] = [rollCount(roll, ['whole']), rollCount(roll, usual)]
    return {
      text: `v${volume.text}${pick(roll, [' ', ' ', ' - '])}c${chapter.text}`,
      is: { ...asVolume(volume), ...asChapter(chapter) },
    }
  },
  'word for volume': (roll) => {
    const count = rollCount(roll, ofVolume)
    return { text: inFront(roll, volumeLists, count), is: asVolume(count) }
  },
  'word for chapter': (roll) => {
    const count = rollCount(roll, usual)
    return { text: inFront(roll, chapterLists, count), is: asChapter(count) }
  },
  'words for volume and chapter': (roll) => {
    const [volume, chapter] = [rollCount(roll, ['whole']), rollCount(roll, usual)]
    const language = pick(roll, languagesWithBoth)
    const words = [
      inFront(roll, ['volume'], volume, language),
      inFront(roll, ['chapter'], chapter, language),
    ]
    return {
      text: words.join(pick(roll, between)),
      is: { ...asVolume(volume), ...asChapter(chapter) },
    }
  },
  'number before the word': (roll) => {
    const [volume, chapter] = [
      rollCount(roll, ['whole', 'range']),
      rollCount(roll, ['whole', 'range']),
    ]
    const words = (list: WordList) => listWords([list], false).filter((one) => one.numberFirst)
    const one = pick(
      roll,
      words('volume').filter(({ text }) => text.length > 1),
    )
    const other = pick(
      roll,
      words('chapter').filter(({ language }) => language === one.language),
    )
    const text = `${volume.text} ${one.text}`
    if (roll(2) === 0) return { text, is: asVolume(volume) }
    return {
      text: `${text} ${chapter.text} ${other.text}`,
      is: { ...asVolume(volume), ...asChapter(chapter) },
    }
  },
  season: (roll) => {
    const [season, chapter] = [1 + roll(6), rollCount(roll, ['whole', 'part', 'range'])]
    const padded = chapter.text.padStart(3, '0')
    const seasons = [
      `S0${season} ${padded}`,
      `S${season} Ep. ${chapter.text}`,
      `S${season} Ch.${chapter.text}`,
      `S0${season}E${chapter.text}`,
      `(S${season}) Episode ${chapter.text}`,
      `Season ${season} Episode ${chapter.text}`,
      `Season ${season} - ${padded}`,
      `Temporada ${season} Capítulo ${chapter.text}`,
      `Сезон ${season} Глава ${chapter.text}`,
      `Staffel ${season} - Folge ${chapter.text}`,
      `2nd Season ${padded}`,
    ]
    const text = pick(roll, chapter.last === null ? seasons : seasons.slice(0, 3))
    const value = text.startsWith('2nd') ? 2 : season
    return { text, is: { season: value, volume: value, ...asChapter(chapter) } }
  },
  'number of a western issue': (roll) => {
    const count = rollCount(roll, ['whole', 'whole', 'letter', 'range'])
    return { text: `#${count.text}`, is: asChapter(count) }
  },
  'volume and issue on both sides of a dash': (roll) => {
    const [volume, issue] = [1 + roll(5), 10 + roll(80)]
    const text = pick(roll, [
      `v${volume} - 0${issue}`,
      `Vol. ${volume} - ${issue}`,
      `Volume 0${volume} - ${issue}`,
      `t${volume} - ${issue}`,
      `v${volume} #${issue}`,
      `Vol. ${volume} 0${issue}`,
    ])
    return { text, is: { volume, volumeEnd: null, chapter: issue, chapterEnd: null, suffix: null } }
  },
  'padded number': (roll) => {
    const value = 1 + roll(90)
    return {
      text: String(value).padStart(3, '0'),
      is: { chapter: value, chapterEnd: null, suffix: null },
      bare: true,
    }
  },
  'range with a word': (roll) => {
    const [first, last] = [1 + roll(8), 10 + roll(20)]
    const text = pick(roll, [
      `Volumes ${first} - ${last}`,
      `Tome ${first} à ${last}`,
      `T${first} à T${last}`,
      `Band ${first} bis ${last}`,
      `Tomos ${first} a ${last}`,
      `v${first}-v${last}`,
      `Volumes ${first} to ${last}`,
    ])
    return { text, is: { volume: first, volumeEnd: last } }
  },
  'two volumes': (roll) => {
    const volume = 1 + roll(30)
    const text = `${pick(roll, ['v', 'Vol. ', 'Tome '])}${volume}${pick(roll, [' + ', '+', ' & '])}${volume + 1}`
    return { text, is: { volume, volumeEnd: volume + 1 } }
  },
  'range of chapters with spaces': (roll) => {
    const [first, last] = [1 + roll(8), 10 + roll(20)]
    const text = `${pick(roll, ['Ch. ', 'Chapter ', 'c', 'Ep. ', 'Kapitel ', 'Глава '])}${first} - ${last}`
    return { text, is: { chapter: first, chapterEnd: last } }
  },
  special: (roll) => {
    const specialNumber = 1 + roll(9)
    const number = `${pick(roll, ['', '0'])}${specialNumber}`
    const word = pick(roll, [
      'Annual ',
      'Annual #',
      'SP',
      'Special ',
      'Hors-série ',
      'HS',
      'Speciale ',
      'Especial ',
      'Sonderband ',
      'Спецвыпуск ',
      'Omake ',
    ])
    return { text: `${word}${number}`, is: { special: true, specialNumber } }
  },
  'special without a number': (roll) => {
    const words = ['- Special', '- Extra', 'Omake', 'One-Shot', '- Hors-série', '- Спецвыпуск']
    return { text: pick(roll, words), is: { special: true } }
  },
  fraction: (roll) => {
    const [text, chapter] = pick(roll, [
      ['½', 0.5],
      ['#½', 0.5],
      ['12½', 12.5],
      ['#0', 0],
      ['#-1', -1],
      ['-1', -1],
    ] as const)
    return { text, is: { chapter }, bare: true }
  },
  'number with letters behind a dot': (roll) => {
    const [chapter, suffix] = [1 + roll(90), pick(roll, ['INH', 'BEY', 'MU', 'AU'])]
    return {
      text: `${String(chapter).padStart(3, '0')}.${suffix}`,
      is: { chapter, suffix },
      bare: true,
    }
  },
  'number and count of covers': (roll) => {
    const chapter = 1 + roll(90)
    const covers = pick(roll, [
      '(03 of 04 covers)',
      '(2 covers)',
      '(36 pages)',
      '(04 of 10 covers)',
    ])
    return { text: `0${chapter} ${covers}`, is: { chapter, count: null }, bare: true }
  },
  'number of a magazine': (roll) => {
    const [chapter, year] = [1 + roll(12), 1990 + roll(35)]
    const [word, joint] = [pick(roll, ['No. ', 'Nr. ', 'N° ', '№', '#']), pick(roll, [' ', ' - '])]
    return pick(roll, [
      { text: `${word}${chapter} ${year}`, is: { chapter, year } },
      { text: `${year}${joint}${word}${chapter}`, is: { chapter, year } },
      {
        text: `${word}${chapter} - ${pick(roll, ['May', 'Juni', 'octobre'])} ${year}`,
        is: { chapter, year },
      },
      { text: `Issue ${chapter} (June ${year})`, is: { chapter, year } },
      { text: `Heft ${chapter}/${year}`.replace('/', ' '), is: { chapter, year } },
    ])
  },
  'date of a magazine': (roll) => {
    const year = 1990 + roll(35)
    const text = pick(roll, [
      `${year}-0${1 + roll(9)}`,
      `${year}-0${1 + roll(9)}-1${roll(9)}`,
      `0${1 + roll(9)}-${year}`,
      `1${roll(9)}.0${1 + roll(9)}.${year}`,
      `21 October ${year}`,
      `May ${year}`,
      `${year} May`,
      `Août ${year}`,
      `1 de enero de ${year}`,
    ])
    return { text, is: { year } }
  },
  'book of a novel': (roll) => {
    const volume = 2 + roll(8)
    const text = pick(roll, [
      `Book ${volume}`,
      `Livre ${volume}`,
      `Buch ${volume}`,
      `Libro ${volume}`,
      `Книга ${volume}`,
      `Part ${volume}`,
      `Teil ${volume}`,
      `LN v0${volume}`.slice(3),
      `Volume ${['Two', 'Three', 'IV', 'VI'][volume % 4] ?? ''}`,
    ])
    return {
      text,
      is: { volume: text.startsWith('Volume') ? ([2, 3, 4, 6][volume % 4] ?? 0) : volume },
    }
  },
  'number of a series': (roll) => {
    const [value, count] = [1 + roll(4), 5 + roll(4)]
    const of = pick(roll, ['of', 'von', 'de', 'из', 'sur', 'di'])
    const text = pick(roll, [`0${value} (${of} 0${count})`, `(${value} ${of} ${count})`])
    return { text, is: { chapter: value, count }, bare: true }
  },
}

const unspaced: Record<string, [string, (text: string) => string, 'volume' | 'chapter'][]> = {
  Japanese: [
    ['巻', (n) => `第${n}巻`, 'volume'],
    ['巻', (n) => `${n}巻`, 'volume'],
    ['話', (n) => `第${n}話`, 'chapter'],
    ['話', (n) => `${n}話`, 'chapter'],
  ],
  Chinese: [
    ['卷', (n) => `第${n}卷`, 'volume'],
    ['卷', (n) => `卷${n}`, 'volume'],
    ['话', (n) => `${n}话`, 'chapter'],
    ['话', (n) => `第${n}话`, 'chapter'],
    ['章', (n) => `第${n}章`, 'chapter'],
  ],
  Korean: [
    ['권', (n) => `${n}권`, 'volume'],
    ['권', (n) => `제${n}권`, 'volume'],
    ['화', (n) => `${n}화`, 'chapter'],
  ],
  Thai: [
    ['เล่ม', (n) => `เล่ม ${n}`, 'volume'],
    ['ตอนที่', (n) => `ตอนที่ ${n}`, 'chapter'],
  ],
}

function buildUnspaced(roll: Roll): GeneratedName {
  const language = pick(roll, Object.keys(unspaced))
  const [, write, field] = pick(roll, unspaced[language] ?? [])
  const series = pick(roll, titlesOfUnspaced[language] ?? [])
  const count = rollCount(roll, ['whole', 'whole', 'part', 'range'])
  const numbers =
    field === 'volume' ? asVolume(count) : { chapter: count.value, chapterEnd: count.last }
  const tags = pick(roll, ['', '', ' (完)', ' [RAW]', ' (2019)'])
  return {
    name: `${series} ${write(count.text)}${tags}.${pick(roll, extensions)}`,
    is: { volume: null, chapter: null, ...numbers, series },
  }
}

const extensions = ['cbz', 'cbr', 'zip', 'epub', 'pdf', 'CBZ', 'rar', '7z']
const groups = ['Lantern-Empire', 'SkyScans', 'Tallow & Reed', 'danke', 'Group 7']
const tags = [
  '(light novel)',
  '[Yen Press]',
  '[Kobo]',
  '(Premium)',
  '[English]',
  '(2 covers)',
  '{HQ}',
  '[v2]',
  '(Digital)',
  '(digital)',
  '[HQ]',
  '(c2c)',
  '(webrip)',
  '[1200px]',
  '(f)',
  '(Colored)',
]

/** Returns a year in one of the common forms, with the characters before it. */
function rollYear(roll: Roll): { text: string; year: number } {
  const year = 1985 + roll(40)
  const text = pick(roll, [
    ` (${year})`,
    ` (${year})`,
    ` (${year})`,
    ` (${year}-0${1 + roll(9)}-1${roll(9)})`,
    ` (Mar ${year})`,
    ` ${year}-0${1 + roll(9)}-2${roll(9)}`,
    ` - ${pick(roll, ['May', 'June', 'Oktober', 'agosto'])} ${year}`,
  ])
  return { text, year }
}

function buildTail(roll: Roll): { text: string; is: Partial<ParsedName> } {
  const year = roll(2) === 0 ? rollYear(roll) : null
  const marks = Array.from({ length: roll(3) }, () => ` ${pick(roll, tags)}`).join('')
  const group = roll(3) === 0 ? pick(roll, groups) : null
  return {
    text: `${year?.text ?? ''}${marks}${group ? ` (${group})` : ''}`,
    is: { year: year?.year ?? null },
  }
}

/** True for a title that ends in a number. Only a marked number may follow it. */
const endsInNumber = (series: string) => /\d$/.test(series)

/** Builds a name without volume and chapter. All its words belong to the title. */
function buildSingle(roll: Roll): GeneratedName {
  const series = pick(roll, [...titles, 'Nineteen Eighty', 'Ten Days in Ostia', '1984', 'Catch-22'])
  const text = pick(roll, ['', '', ' (2012)', ' [Digital]', ' (2012) (Digital)'])
  return {
    name: `${series}${text}.${pick(roll, extensions)}`,
    is: { series, volume: null, chapter: null, special: false },
  }
}

function buildSpaced(roll: Roll): GeneratedName {
  const { text, is, bare } = pick(roll, Object.values(styles))(roll)
  const series = pick(
    roll,
    titles.filter((one) => !bare || !endsInNumber(one)),
  )
  const tail = is.year === undefined ? buildTail(roll) : { text: '', is: {} }
  const story = roll(4) === 0 ? pick(roll, storyTitles) : null
  const head = roll(4) === 0 ? `[${pick(roll, groups)}] ` : ''
  const gap = text.startsWith('-') ? ' ' : pick(roll, [' ', ' ', ' - '])
  const name = `${head}${series}${gap}${text}${story ? ` - ${story}` : ''}${tail.text}`
  const isDotted = roll(5) === 0 && !/[._]/.test(name)
  return {
    name: `${isDotted ? name.replaceAll(' ', '_') : name}.${pick(roll, extensions)}`,
    is: {
      volume: null,
      volumeEnd: null,
      chapter: null,
      chapterEnd: null,
      suffix: null,
      ...is,
      ...tail.is,
      series,
      ...(story === null ? {} : { title: story }),
    },
  }
}

/** Builds names with specials, seasons, parts or creators in scripts without spaces. */
function buildUnspacedForm(roll: Roll): GeneratedName {
  const n = 1 + roll(12)
  const forms: [string, Partial<ParsedName>][] = [
    [`霧の港 番外編 ${n}`, { series: '霧の港', special: true, specialNumber: n, chapter: null }],
    ['霧の港 番外編', { series: '霧の港', special: true }],
    ['霧の港 特別編', { series: '霧の港', special: true }],
    [`안개 항구 외전 ${n}`, { series: '안개 항구', special: true, specialNumber: n }],
    ['雾港 番外', { series: '雾港', special: true }],
    ['霧の港 上巻', { series: '霧の港', volume: 1 }],
    ['霧の港 下巻', { series: '霧の港', volume: 3 }],
    [`霧の港 第${n}巻 第${n + 5}話`, { series: '霧の港', volume: n, chapter: n + 5 }],
    [`雾港 第二季 第${n}话`, { series: '雾港', season: 2, chapter: n }],
    [`安开 卷二 第${n}章`.replace('安开', '雾港'), { series: '雾港', volume: 2, chapter: n }],
    [`雾港 卷三`, { series: '雾港', volume: 3 }],
    [`안개 항구 시즌2 ${n}화`, { series: '안개 항구', season: 2, chapter: n }],
    [`안개 항구 2부 ${n}화`, { series: '안개 항구', season: 2, chapter: n }],
    [`안개 항구 1-${n + 1}권 (완결)`, { volume: 1, volumeEnd: n + 1, complete: true }],
    [`雾港【完结】 0${n}`, { series: '雾港', chapter: n, complete: true }],
    [`雾港 [完结]`, { series: '雾港', complete: true }],
    [`霧の港 全${n + 1}巻`, { series: '霧の港', volume: 1, volumeEnd: n + 1 }],
    [`[星名れい] 霧の港 第0${n}巻`, { series: '霧の港', volume: n, artists: ['星名れい'] }],
    [`(一般コミック) [星名れい] 霧の港 第0${n}巻`, { volume: n, artists: ['星名れい'] }],
    [`[星名れい×月子] 霧の港 第0${n}巻`, { volume: n, artists: ['星名れい', '月子'] }],
    [`[灯り汉化组] 雾港 第${n}话`, { series: '雾港', chapter: n, group: '灯り汉化组' }],
    [`霧の港 第${n}話 夜の灯`, { series: '霧の港', chapter: n, title: '夜の灯' }],
    [`雾港 第0${n}章 归来`, { series: '雾港', chapter: n, title: '归来' }],
    [`안개 항구 ${n}화 귀환`, { series: '안개 항구', chapter: n, title: '귀환' }],
    [`霧の港 第十二話`, { series: '霧の港', chapter: 12 }],
    [`안개 항구 0${n}권 [텍본]`, { series: '안개 항구', volume: n }],
    [`霧の港 vol.0${n}`, { series: '霧の港', volume: n }],
    [`雾港 Ch.${n}`, { series: '雾港', chapter: n }],
    [`霧の港（${n}）`, { series: '霧の港', chapter: n }],
    [`霧の港 (${n})`, { series: '霧の港', chapter: n }],
    [`霧の港 ${n}`, { series: '霧の港', chapter: n }],
    [`Comic Lumen 2018年0${1 + (n % 9)}月号`, { year: 2018, chapter: 1 + (n % 9) }],
    [`霧の港 Vol.${n}`, { series: '霧の港', volume: n }],
    [`霧の港 第1-${n + 1}巻`, { series: '霧の港', volume: 1, volumeEnd: n + 1 }],
    [`霧の港 第01巻-第0${n + 1}巻`, { series: '霧の港', volume: 1, volumeEnd: n + 1 }],
    [`霧の港 ${n}話-${n + 3}話`, { series: '霧の港', chapter: n, chapterEnd: n + 3 }],
    [`ท่าเรือหมอก ตอนที่ ${n}-${n + 3}`, { chapter: n, chapterEnd: n + 3 }],
  ]
  const [text, is] = pick(roll, forms)
  return { name: `${text}.${pick(roll, extensions)}`, is }
}

/** Builds names of files in the folder of their series, which do not contain the series. */
function buildWithoutSeries(roll: Roll): GeneratedName {
  const n = 1 + roll(60)
  const padded = String(n).padStart(3, '0')
  const story = pick(roll, storyTitles)
  const forms: [string, Partial<ParsedName>][] = [
    [`v${padded}`, { volume: n }],
    [`Vol. ${n}`, { volume: n }],
    [`v${padded} c${padded}`, { volume: n, chapter: n }],
    [`Chapter ${n}`, { chapter: n }],
    [`Chapter ${n} - ${story}`, { chapter: n, title: story }],
    [`Ch.${n}: ${story}`, { chapter: n, title: story }],
    [`Vol.${n} Ch.${n + 3}: ${story}`, { volume: n, chapter: n + 3, title: story }],
    [`T${padded} - ${story}`, { volume: n, title: story }],
    [`Tome ${n} - ${story}`, { volume: n, title: story }],
    [`Книга ${n}. ${story}`, { volume: n, title: story }],
    [`Band ${n} - ${story}`, { volume: n, title: story }],
    [`Том ${n} Глава ${n + 1}`, { volume: n, chapter: n + 1 }],
    [`${n} том`, { volume: n }],
    [`${padded}`, { chapter: n }],
    [`${padded} - ${story}`, { chapter: n, title: story }],
    [`#${n}`, { chapter: n }],
    [`#${n} - ${story}`, { chapter: n, title: story }],
    [`第${n}巻`, { volume: n }],
    [`第${n}话`, { chapter: n }],
    [`${n}화`, { chapter: n }],
    [`S01E${padded}`, { season: 1, volume: 1, chapter: n }],
    [`S01 ${padded}`, { season: 1, volume: 1, chapter: n }],
    [`Season 1 Episode ${n}`, { season: 1, volume: 1, chapter: n }],
    [`Ep. ${n} - ${story}`, { chapter: n, title: story }],
    ['Season 2', { season: 2, volume: 2 }],
  ]
  const [text, is] = pick(roll, forms)
  return {
    name: `${text}.${pick(roll, extensions)}`,
    is: { series: null, volume: null, chapter: null, ...is },
  }
}

/** Builds names with bracketed numbers, a revision, or a release group. */
function buildRelease(roll: Roll): GeneratedName {
  const series = pick(roll, titles)
  const [v, c] = [1 + roll(20), 1 + roll(150)]
  const [vv, ccc] = [String(v).padStart(2, '0'), String(c).padStart(3, '0')]
  const forms: [string, Partial<ParsedName>][] = [
    [`${series} - c${ccc} (v${vv}) - p000-045 [dig] [SkyScans] {HQ}`, { volume: v, chapter: c }],
    [`${series} - c${ccc}x1 (v${vv}) [SkyScans]`, { volume: v, chapter: c }],
    [
      `${series} - ${ccc} (v${vv}) - What Remains [SkyScans]`,
      { volume: v, chapter: c, title: 'What Remains' },
    ],
    [`[SkyScans] ${series} - ${ccc}v2`, { chapter: c, revision: 2, group: 'SkyScans' }],
    [`[SkyScans] ${series} - Chapter ${c} v2`, { chapter: c, volume: null, revision: 2 }],
    [`[SkyScans] ${series} v${vv} [v2]`, { volume: v, revision: 2 }],
    [
      `${series} v${vv} {Deluxe Edition} (2018)`,
      { volume: v, edition: 'Deluxe Edition', year: 2018 },
    ],
    [`${series} Ch. ${c} + Extra`, { chapter: c, chapterEnd: null }],
    [`${series} [Volume ${v}]`, { volume: v }],
    [`${series} (Volume ${v}) (Chapter ${c})`, { volume: v, chapter: c }],
    [`${series} (Ch. ${c})`, { chapter: c }],
    [`${series} [Vol.${vv}] [Ch.${ccc}]`, { volume: v, chapter: c }],
    [`${series}, Vol. ${v} (light novel)`, { volume: v, chapter: null }],
    [
      `${series} - Volume ${v} - Brass Heart [Yen Press] [Kobo]`,
      { volume: v, title: 'Brass Heart' },
    ],
    [
      `${series} v${vv} c${ccc}-${String(c + 3).padStart(3, '0')} [End]`,
      { volume: v, chapter: c, chapterEnd: c + 3, complete: true },
    ],
    [
      `${series} ${ccc} (2012) (Digital) (Lantern-Empire)`,
      { chapter: c, year: 2012, group: 'Lantern-Empire' },
    ],
    [`${series} ${ccc} 2012 digital`, { chapter: c, year: 2012 }],
    [`${series} (2012) - ${ccc}`, { chapter: c, year: 2012 }],
    [`${series} (2012) ${ccc} (2014) (Webrip)`, { chapter: c }],
    [`${series} (2012) #${c}`, { chapter: c, year: 2012 }],
    [`${series} v2015 #${ccc} (2016)`, { volume: 2015, chapter: c, year: 2016 }],
    [`${series} ${c}-${c + 40}`, { chapter: c, chapterEnd: c + 40 }],
    [
      `${series} ${ccc}-${String(c + 40).padStart(3, '0')} (2012)`,
      { chapter: c, chapterEnd: c + 40 },
    ],
    [`${series} - ${ccc} - Ash`, { chapter: c, title: 'Ash' }],
    [`${series} 0${vv} The Vault (1990)`, { chapter: v, title: 'The Vault', year: 1990 }],
    [`${series} Vol. ${v}, Ch. ${c}`, { volume: v, chapter: c }],
    [`${series} v${v}.c${c}`, { volume: v, chapter: c }],
    [`${series}.v${v}`, { volume: v }],
    [`${series} Season 1`, { season: 1, volume: 1 }],
    [`${series} S0${(v % 9) + 1}`, { season: (v % 9) + 1 }],
    [`${series} Volume ${v} Issue ${c}`, { volume: v, chapter: c }],
    [`${series} T${vv} - Le Phare (2011) [NEO]`, { volume: v, title: 'Le Phare', year: 2011 }],
    [`${series} n. ${c} - Il treno (Bonetti 1990)`, { chapter: c, title: 'Il treno' }],
  ]
  const [text, is] = pick(
    roll,
    forms.filter((one) => !one[0].includes(` ${ccc} `) || !endsInNumber(series)),
  )
  const isEscaped = roll(8) === 0
  return {
    name: `${isEscaped ? text.replace(/[^\p{L}\p{N}.,'&#+!?~-]/gu, '_') : text}.${pick(roll, extensions)}`,
    is: isEscaped ? { chapter: is.chapter ?? null } : { chapter: null, ...is, series },
  }
}

const circles = ['Blue Room', 'Torii Works', '青い部屋', 'Lampworks']
const artists = ['Hoshina Rei', 'Yodo', '星名れい', 'Kuma', 'A.Neko']
const works = ['Kantai Girls', '東方Project', 'Original', 'Fate of Night']
const events = ['C97', 'C101', 'COMITIA 128', 'Reitaisai 14', '例大祭12', 'COMIC1☆15']

/** Builds `(C92) [Circle (Artist)] Title (Parody) [Language]`. */
function buildDoujinshi(roll: Roll): GeneratedName {
  const event = roll(2) === 0 ? pick(roll, events) : null
  const group = pick(roll, circles)
  const makers = [...new Set(Array.from({ length: 1 + roll(3) }, () => pick(roll, artists)))]
  const work = roll(3) > 0 ? pick(roll, works) : null
  const series = pick(roll, ['Amai Yoru', 'Asa no Uta', '神社の日', 'Window Seat'])
  const chapter = roll(3) === 0 ? 2 + roll(4) : null
  const language = pick(roll, [
    null,
    null,
    ['English', 'en'],
    ['中国翻訳', 'zh'],
    ['Spanish', 'es'],
  ])
  const joined = makers.join(pick(roll, [', ', '、', ' & ']))
  const parts = [
    event ? `(${event}) ` : '',
    `[${group} (${joined})] ${series}`,
    chapter ? ` ${chapter}` : '',
    work ? ` (${work})` : '',
    language ? ` [${language[0]}]` : '',
    pick(roll, ['', '', ' [Digital]', ' [DL版]']),
  ]
  return {
    name: `${parts.join('')}.zip`,
    is: {
      event,
      group,
      artists: makers,
      series,
      volume: null,
      chapter,
      parodies: work ? [work] : [],
      languages: language ? [language[1] ?? ''] : [],
    },
  }
}

export function generateName(roll: Roll): GeneratedName {
  const kind = roll(10)
  if (kind === 0) return buildDoujinshi(roll)
  if (kind === 2) return buildUnspacedForm(roll)
  if (kind === 5) return buildRelease(roll)
  if (kind === 6 && roll(2) === 0) return buildWithoutSeries(roll)
  if (kind === 1) return buildSingle(roll)
  return kind < 4 ? buildUnspaced(roll) : buildSpaced(roll)
}
