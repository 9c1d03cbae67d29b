/** Candidates of several providers that are one work. Pure. */
import type { Candidate, CrossReference } from '../providers/model'
import { compareTitles } from './compare-titles'
import { getMedium, isSamePerson } from './evidence'

export interface FoundWork {
  provider: string
  candidate: Candidate
  /** Ids of the work in the catalogs of other providers. */
  crossReferences: readonly CrossReference[]
}

/** Indexes of the candidates of each work, in the given order. A work has one candidate of a provider. */
export function groupSameWorks(found: readonly FoundWork[]): number[][] {
  const groups: number[][] = []
  for (const [index, one] of found.entries()) {
    const group = groups.find((indexes) => {
      const others = indexes.map((other) => found[other]!)
      return (
        others.every(({ provider }) => provider !== one.provider) &&
        others.some((other) => isSameWork(one, other))
      )
    })
    if (group) group.push(index)
    else groups.push([index])
  }
  return groups
}

/** Ids decide; without them, title, year, medium and people must agree. */
function isSameWork(a: FoundWork, b: FoundWork): boolean {
  return compareIds(a, b) ?? hasSameFacts(a.candidate, b.candidate)
}

/** Undefined if no catalog is named by both. */
function compareIds(a: FoundWork, b: FoundWork): boolean | undefined {
  const idsOfB = new Map(listIds(b))
  const shared = listIds(a).filter(([provider]) => idsOfB.has(provider))
  return shared.length === 0
    ? undefined
    : shared.every(([provider, id]) => idsOfB.get(provider) === id)
}

const listIds = ({ provider, candidate, crossReferences }: FoundWork): [string, string][] => [
  ...crossReferences.map((one): [string, string] => [one.provider, one.externalId]),
  [provider, candidate.externalId],
]

/** Spelled alike, at least. */
const sameTitle = 0.96

function hasSameFacts(a: Candidate, b: Candidate): boolean {
  if (a.year === null || b.year === null || Math.abs(a.year - b.year) > 1) return false
  if (a.format === null || b.format === null) return false
  if (getMedium(a.format) !== getMedium(b.format)) return false
  if (a.authors.length === 0 || b.authors.length === 0) {
    return a.year === b.year && hasSameTitle([a.title], [b.title])
  }
  const isSameAuthor = a.authors.some((one) => b.authors.some((other) => isSamePerson(one, other)))
  return isSameAuthor && hasSameTitle(listTitles(a), listTitles(b))
}

const listTitles = ({ title, alternateTitles }: Candidate) => [
  title,
  ...alternateTitles.map((one) => one.title),
]

const hasSameTitle = (mine: readonly string[], theirs: readonly string[]) =>
  mine.some((title) => theirs.some((other) => compareTitles(title, other) >= sameTitle))
