/** Access to `words.json`, which lists words in file names by language. */
import data from './words.json' with { type: 'json' }

/**
 * To support another word, add it to its language's list in `words.json`, in lowercase. In
 * `unspaced` languages, there is no space between words and numbers.
 */
interface Language {
  name: string
  unspaced?: boolean
  /** Whether counting words usually follow the number, as in `3 том`. */
  numberFirst?: boolean
}

export type WordList =
  | 'volume'
  | 'volumes'
  | 'chapter'
  | 'chapters'
  | 'issue'
  | 'number'
  | 'season'
  | 'book'
  | 'episode'
  | 'part'
  | 'special'
  | 'annual'
  | 'extra'
  | 'omake'
  | 'one-shot'
  | 'free-comic-book-day'
  | 'unnumbered'
  | 'edition'
  | 'editionOf'
  | 'editionKind'
  | 'of'
  | 'to'
  | 'and'
  | 'month'
  /** Words that some series use for their chapters, and that also appear in titles. */
  | 'ownChapter'
  /** Words for things that a number in a title counts, as in `1001 Nights`. */
  | 'measure'
  | 'volumeBehind'
  | 'chapterBehind'
  /** Signs that need an ordinal, as in `第12夜`. */
  | 'chapterBehindOrdinal'
  | 'seasonBehind'
  | 'partBehind'

const languages: (Language & Partial<Record<WordList, string[]>>)[] = Object.values(data)

export interface Word {
  text: string
  /** English name of the language, such as `English`. */
  language: string
  numberFirst: boolean
}

export const listWords = (lists: WordList[], unspaced: boolean): Word[] =>
  languages
    .filter((language) => (language.unspaced ?? false) === unspaced)
    .flatMap((language) =>
      lists
        .flatMap((list) => language[list] ?? [])
        .map((text) => ({
          text,
          language: language.name,
          numberFirst: language.numberFirst ?? false,
        })),
    )

export const listPhrases = (lists: WordList[], unspaced: boolean): string[] =>
  listWords(lists, unspaced).map(({ text }) => text)

/** Joins the words into alternatives of a regular expression, longest first. */
export const toPattern = (words: readonly string[]): string =>
  [...new Set(words)]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|')
