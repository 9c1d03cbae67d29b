/** Recent and expected releases of the series that a viewer can see. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import type { ReleaseView } from '../model'
import { expectNextRelease } from '../rules/expected-release'
import { listReleases } from './edit-releases'
import { listReleaseDates, listReleaseRowsSince, type ReleaseSpan } from './ledger-queries'

const maxReleases = 300
/** Enough to compute the release intervals of several hundred series. */
const maxDates = 5_000

export interface ExpectedRelease {
  seriesId: string
  seriesTitle: string
  axis: 'chapter' | 'volume'
  /** Midnight UTC. */
  day: Date
}

/** Lists releases that are announced or already in the library, newest first. */
export async function listShownReleases(ctx: Context, viewer: Viewer): Promise<ReleaseView[]> {
  const paging = { page: 1, pageSize: maxReleases, offset: 0 }
  const { data } = await listReleases(ctx, viewer, { filter: { state: 'shown' }, paging })
  return data
}

/** Lists at most one expected chapter and one expected volume for each tracked series. */
export async function listExpectedReleases(
  ctx: Context,
  viewer: Viewer,
): Promise<ExpectedRelease[]> {
  const rows = await listReleaseDates(ctx.heavy, viewer, maxDates)
  const groups = Map.groupBy(rows, ({ seriesId, lastChapter }) =>
    [seriesId, lastChapter === null ? 'volume' : 'chapter'].join(':'),
  )
  return [...groups.values()].flatMap((group) => {
    const { seriesId, seriesTitle, lastChapter } = group[0]!
    const dates = group.map(({ releasedAt, observedAt }) => releasedAt ?? observedAt)
    const day = expectNextRelease(dates, ctx.clock.now())
    const axis = lastChapter === null ? ('volume' as const) : ('chapter' as const)
    return day ? [{ seriesId, seriesTitle, axis, day }] : []
  })
}

/** A release that was announced to a viewer. */
export interface AnnouncedRelease extends Pick<
  ReleaseView,
  'id' | 'seriesId' | 'seriesTitle' | 'title' | 'volumes' | 'chapters'
> {
  announcedAt: Date
  seen: boolean
}

export async function listReleasesSince(
  ctx: Context,
  viewer: Viewer,
  span: ReleaseSpan,
): Promise<AnnouncedRelease[]> {
  const rows = await listReleaseRowsSince(ctx.heavy, viewer, span)
  return rows.map(({ release, seriesTitle, seen }) => ({
    id: release.id,
    seriesId: release.seriesId,
    seriesTitle,
    title: release.title,
    volumes: release.volumes,
    chapters: release.chapters,
    announcedAt: release.announcedAt!,
    seen: Number(seen) === 1,
  }))
}
