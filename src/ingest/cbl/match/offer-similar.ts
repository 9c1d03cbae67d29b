/** Offers books of series with similar titles for entries without any other candidates. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { yieldToEventLoop } from '../../../platform/lib/yield'
import type { CblEntry } from '../entry'
import { readWanted, type Wanted } from './entry-keys'
import { type Candidate, compareSimilar, decide, type Decided } from './match-entry'
import { listSeriesForms, listWantedForms } from './similar-titles'
import { type BookIndex, findWantedBooks, toNumberKey } from './wanted-books'
import { findWantedSeries, type SeriesIndex } from './wanted-series'

interface Open {
  index: number
  wanted: Wanted
  forms: readonly string[]
}

/**
 * Finds candidates for entries that have none. A similar title is never an exact match, so a person
 * decides.
 */
export async function offerSimilar(
  ctx: Context,
  viewer: Viewer,
  entries: readonly CblEntry[],
  decided: readonly Decided[],
): Promise<Decided[]> {
  const open = await listOpen(entries, decided)
  if (open.length === 0) return [...decided]
  const series = await findWantedSeries(ctx, viewer, {
    keys: new Set(open.flatMap(({ forms }) => forms)),
    listKeys: ({ bare }) => listSeriesForms(bare),
    externalIds: new Set(),
    ids: new Set(),
  })
  const numbers = await listNumbers(open, series)
  const books = await findWantedBooks(ctx, viewer, {
    seriesIds: [...numbers.keys()],
    numbers,
    issueIds: new Set(),
    ids: new Set(),
  })
  const all = [...decided]
  for (const one of open) {
    all[one.index] = decide(listCandidates(one, series, books))
    await yieldToEventLoop()
  }
  return all
}

async function listOpen(entries: readonly CblEntry[], decided: readonly Decided[]) {
  const open: Open[] = []
  for (const [index, entry] of entries.entries()) {
    if (decided[index]!.status !== 'none') continue
    const wanted = readWanted(entry)
    open.push({ index, wanted, forms: listWantedForms(wanted.bare) })
    await yieldToEventLoop()
  }
  return open
}

/** Lists the numbers to look for in each series. */
async function listNumbers(open: readonly Open[], series: SeriesIndex) {
  const numbers = new Map<string, Set<string>>()
  for (const one of open) {
    for (const seriesId of listSeriesIds(one, series)) {
      const known = numbers.get(seriesId)
      if (known) known.add(one.wanted.number)
      else numbers.set(seriesId, new Set([one.wanted.number]))
    }
    await yieldToEventLoop()
  }
  return numbers
}

const listSeriesIds = ({ forms }: Open, { byKey }: SeriesIndex) =>
  new Set(forms.flatMap((form) => [...(byKey.get(form) ?? [])]))

function listCandidates(one: Open, series: SeriesIndex, books: BookIndex): Candidate[] {
  const { wanted } = one
  return [...listSeriesIds(one, series)].flatMap((seriesId) => {
    const found = series.byId.get(seriesId)!
    return (books.byNumber.get(toNumberKey(seriesId, wanted.number, false)) ?? []).flatMap(
      (book) => compareSimilar(wanted, { book, series: found, isChosenSeries: false }) ?? [],
    )
  })
}
