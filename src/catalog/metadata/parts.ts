/** Labels, titles and links of a series as its files say them, for the scanner and for resets. */
import type { Tx } from '../../platform/db/store'
import { setLabels } from '../labels/service'
import type { PartsToSet } from '../series/scanned/intake'
import { setLinks, setTitles } from './sets'

/** Parts that are left out stay. Search is the caller's to refresh. */
export async function setParts(
  tx: Tx,
  { seriesId, genres, tags, alternateTitles, externalLinks }: PartsToSet,
  now: Date,
): Promise<void> {
  if (genres) await setLabels(tx, seriesId, 'genre', genres)
  if (tags) await setLabels(tx, seriesId, 'tag', tags)
  if (alternateTitles) await setTitles(tx, { seriesId, now }, alternateTitles)
  if (externalLinks) await setLinks(tx, { seriesId, now }, externalLinks)
}
