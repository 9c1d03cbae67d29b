/** Computes what an import would change. Stores nothing. */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { yieldToEventLoop } from '../../platform/lib/yield'
import { withText } from '../../platform/messages/message'
import { matchEntries } from './match/match-entries'
import type { Candidate, Decided } from './match/match-entry'
import { offerSimilar } from './match/offer-similar'
import { parseCbl } from './parse-cbl'

export async function reviewImport(ctx: Context, viewer: Viewer, file: Blob) {
  const { name, entries } = await parseCbl(file)
  const found = await matchEntries(ctx, viewer, entries)
  const decided = await offerSimilar(ctx, viewer, entries, found)
  const views = []
  for (const [index, entry] of entries.entries()) {
    const { status, candidates } = decided[index]!
    views.push({ ...entry, index, status, candidates: candidates.map(buildCandidateView) })
    await yieldToEventLoop()
  }
  return { name, entries: views, ...countStatuses(decided) }
}

const buildCandidateView = ({ book, reasons }: Candidate) => ({
  bookId: book.id,
  seriesTitle: book.seriesTitle,
  title: book.title,
  number: book.number,
  year: book.year,
  reasons: reasons.map(withText),
})

function countStatuses(decided: readonly Decided[]) {
  const count = (wanted: Decided['status']) =>
    decided.filter(({ status }) => status === wanted).length
  return { exactCount: count('exact'), likelyCount: count('likely'), noneCount: count('none') }
}
