/** Computes the similarity of two titles. Pure. */
import { compareLetters, joinRomaji, joinTitle, splitTitle } from './title-words'

/**
 * Words that distinguish members of a family of works: sequels, remakes, side stories, editions.
 */
const distinguishing =
  /^(\d+|re|super|z|x|r|gt|ex|part|chapter|season|zero|gaiden|side|sequel|prequel|after|before|reverse|next|neo|new|final|ragnarok|party|max|deluxe|restoration|another|alternative|origins?|extra|special|junior|jr|kids|legacy|rebirth|returns?|beyond|legends?|academy|school|illustrated|fanbook|artbook|guidebook|anthology|parody|novel|doujin(shi)?|spinoff|colou?r(ed)?|classics?)$/

export const isDistinguishing = (word: string) => distinguishing.test(word)

/** Maximum scores for titles that are not the same. */
const distinguishedMost = 0.6
const withoutSubtitle = 0.72
const pieceMost = 0.7
const distinguishedPieceMost = 0.55
/**
 * Maximum scores, indexed by the number of titles with a distinguishing word that the other title
 * lacks. If both have one, they are different members of a family.
 */
const similarMost = [0.86, distinguishedMost, 0.5]
/**
 * Maximum score if one title has a word that is not a spelling variant of any word in the other.
 */
const otherWordMost = 0.84

/** Returns 1 for the same title. `mine` is from the series, `theirs` is from the candidate. */
export function compareTitles(mine: string, theirs: string): number {
  const [a, b] = [splitTitle(mine), splitTitle(theirs)]
  if (a.length === 0 || b.length === 0) return 0
  if (a.join(' ') === b.join(' ')) return 1
  if (joinTitle(mine) === joinTitle(theirs)) return 0.98
  if (joinRomaji(mine) === joinRomaji(theirs)) return 0.96
  return compareWords(mine, theirs)
}

function compareWords(mine: string, theirs: string): number {
  const [a, b] = [splitTitle(mine), splitTitle(theirs)]
  const [mineOnly, theirsOnly] = [listMissing(a, b), listMissing(b, a)]
  // A distinguishing word on one side only, such as "Super", means a different member of the
  // family.
  const distinguishedSides = [mineOnly, theirsOnly].filter((words) =>
    words.some(isDistinguishing),
  ).length
  if (isSameBeforeSubtitle(mine, theirs)) {
    return distinguishedSides > 0 ? distinguishedMost : withoutSubtitle
  }
  // The candidate's title is only a part of the series title.
  if (theirsOnly.length === 0) {
    const most = distinguishedSides > 0 ? distinguishedPieceMost : pieceMost
    return Math.min(most, 0.35 + (0.5 * b.length) / a.length)
  }
  const hasAllWords = mineOnly.length === 0 && a.length > 1
  const similarity = compareLetters(joinTitle(mine), joinTitle(theirs))
  const score = 0.93 * Math.max(similarity, hasAllWords ? 0.74 : 0)
  const most = isSpelledOtherwise(mineOnly, theirsOnly) ? 1 : otherWordMost
  return Math.min(similarMost[distinguishedSides]!, most, score)
}

/** Minimum share of letter pairs that two spellings of a word have in common. */
const sameWordLeast = 0.5

const isSpelledOtherwise = (mine: readonly string[], theirs: readonly string[]) =>
  mine.length === theirs.length &&
  mine.every((word, index) => compareLetters(word, theirs[index]!) >= sameWordLeast)

function listMissing(words: readonly string[], others: readonly string[]) {
  const known = new Set(others)
  return words.filter((word) => !known.has(word))
}

/**
 * Returns true if only the candidate has a subtitle. The series could then be any member of the
 * family.
 */
function isSameBeforeSubtitle(mine: string, theirs: string) {
  const main = theirs.split(/:\s|\s[-–—~]\s?|\s-/)[0]!
  return main !== theirs && joinTitle(main) === joinTitle(mine)
}
