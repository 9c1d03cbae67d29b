/** Builds the Atom feed and the calendar of the releases that the owner of a feed URL can see. */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import {
  type ExpectedRelease,
  listExpectedReleases,
  listShownReleases,
} from '../../ingest/releases/ledger/release-calendar'
import type { ReleaseView } from '../../ingest/releases/model'
import { isHttps } from '../../platform/http/requests/client-address'
import { renderMessage } from '../../platform/messages/message'
import { feedTexts } from './messages'
import { formatReleaseOrigin, formatReleaseTitle } from '../../ingest/releases/release-texts'
import { renderAtomFeed } from './render-atom'
import { type CalendarEvent, renderCalendar } from './render-calendar'

export async function buildReleaseFeed(ctx: Context, viewer: Viewer, request: Request) {
  const releases = await listShownReleases(ctx, viewer)
  const base = findBase(ctx, request)
  return renderAtomFeed({
    id: viewer.userId,
    title: renderMessage(feedTexts.title()),
    updatedAt: releases[0]?.observedAt ?? new Date(0),
    self: `${base}${new URL(request.url).pathname}`,
    entries: releases.map((release) => ({
      id: release.id,
      title: formatReleaseTitle(release),
      summary: formatReleaseOrigin(release),
      updatedAt: release.observedAt,
      publishedAt: release.releasedAt ?? release.observedAt,
      link: findLink(base, release),
    })),
  })
}

export async function buildReleaseCalendar(ctx: Context, viewer: Viewer, request: Request) {
  const [releases, expected] = await Promise.all([
    listShownReleases(ctx, viewer),
    listExpectedReleases(ctx, viewer),
  ])
  const base = findBase(ctx, request)
  return renderCalendar(renderMessage(feedTexts.title()), [
    ...releases.map((release) => buildEvent(base, release)),
    ...expected.map((one) => buildExpectedEvent(base, one)),
  ])
}

const buildEvent = (base: string, release: ReleaseView): CalendarEvent => ({
  uid: `${release.id}@quire`,
  title: formatReleaseTitle(release),
  description: formatReleaseOrigin(release),
  day: release.releasedAt ?? release.observedAt,
  updatedAt: release.observedAt,
  link: findLink(base, release),
})

/**
 * The UID does not contain the date, because the expected date of a volume or chapter can change.
 */
function buildExpectedEvent(base: string, expected: ExpectedRelease): CalendarEvent {
  const { seriesId, seriesTitle: title, axis, day } = expected
  return {
    uid: `${axis}-${seriesId}@quire`,
    title: renderMessage(
      axis === 'chapter'
        ? feedTexts.chapter_expected({ title })
        : feedTexts.volume_expected({ title }),
    ),
    description: '',
    day,
    updatedAt: day,
    link: `${base}/series/${seriesId}`,
  }
}

/** Returns the link to the release, or else to the series on this server. */
const findLink = (base: string, { payloadUrl, seriesId }: ReleaseView): string =>
  payloadUrl === '' ? `${base}/series/${seriesId}` : payloadUrl

/** Returns the URL of this server, without a trailing slash. */
function findBase(ctx: Context, request: Request): string {
  const { public_url: publicUrl, base_path: basePath } = ctx.config.server
  if (publicUrl) return publicUrl.replace(/\/+$/, '')
  const scheme = isHttps(ctx, request) ? 'https' : 'http'
  const host = request.headers.get('host') ?? new URL(request.url).host
  return `${scheme}://${host}${basePath}`
}
