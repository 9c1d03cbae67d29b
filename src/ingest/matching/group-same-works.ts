/** Finds candidates from different providers that are the same work. Pure. */
import type { Candidate, CrossReference } from '../providers/model'
import { compareTitles } from './compare-titles'
import { getMedium, isSamePerson } from './candidate-evidence'

export interface FoundWork {
  provider: string
  candidate: Candidate
  /** IDs of the work in other providers' catalogs. */
  crossReferences: readonly CrossReference[]
}

/** Groups the indexes of candidates by work. A work has at most one candidate per provider. */
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

/** Compares IDs if both works have IDs in the same catalog, and otherwise their facts. */
function isSameWork(a: FoundWork, b: FoundWork): boolean {
  return compareIds(a, b) ?? hasSameFacts(a.candidate, b.candidate)
}

/** Returns undefined if the works have no catalog in common. */
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

/** Minimum similarity of the titles. */
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
