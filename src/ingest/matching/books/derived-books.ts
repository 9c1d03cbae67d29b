/** Recognizes adaptations, companion books and collections by the words in their titles. Pure. */
import type { BookCandidate } from '../../providers/model'
import { getMedium } from '../candidate-evidence'
import { splitTitle } from '../title-words'
import type { BookName } from './read-book-title'

export const collectionWords =
  /^(box|boxed|boxset|set|omnibus|collection|collected|complete|trilogy|quartet|bundle)$/

const derivedWords =
  /^(graphic|comics?|manga|adaptation|adapted|adaption|summary|summaries|analysis|study|guide|guides|companion|workbook|notes|sparknotes|cliffsnotes|trivia|quiz|sampler|excerpt|preview|abridged|box|boxed|boxset|set|omnibus|collection|collected|complete|trilogy|quartet|bundle|series|screenplay|script|play|coloring|colouring|journal|calendar|poster|puzzle|cookbook|encyclopedia|atlas|art|making|reader|readers|retold|simplified|young|kids|review|conversation|conversations|starters|unofficial|parody)$/

export const isDerived = (name: BookName, candidate: BookCandidate) =>
  (candidate.format !== null && getMedium(candidate.format) === 'pictures') ||
  listCandidateTitles(candidate).some((title) => /\d\s*[-–&]\s*\d/.test(title)) ||
  hasOtherWord(name, candidate, derivedWords)

/** Returns whether the candidate contains one of these words that the book does not have. */
export function hasOtherWord({ titles }: BookName, candidate: BookCandidate, words: RegExp) {
  const bookWords = new Set(titles.flatMap((title) => [...splitTitle(title)]))
  const candidateWords = listCandidateTitles(candidate).flatMap((title) => [...splitTitle(title)])
  return candidateWords.some((word) => words.test(word) && !bookWords.has(word))
}

export const listCandidateTitles = ({ title, alternateTitles }: BookCandidate) => [
  title,
  ...alternateTitles.map((one) => one.title),
]
