import type { AnyElysia } from 'elysia'
import { bookmarkRoutes } from './reading/bookmarks/routes'
import { bookBulkRoutes } from './catalog/books/bulk/routes'
import { bookExternalRoutes } from './catalog/books/external/routes'
import { routedBookMetadata } from './catalog/books/metadata/routed-books'
import { bookMetadataRoutes } from './catalog/books/metadata/routes'
import { itemMetadataRoutes } from './catalog/metadata/routes/item-metadata-routes'
import { routedSeriesMetadata } from './catalog/series/metadata/routed-series'
import { bookRoutes } from './catalog/books/routes'
import { listChangeRoutes } from './catalog/item-lists/routes/change-routes'
import { listReadRoutes } from './catalog/item-lists/routes/read-routes'
import { listEntryRoutes } from './catalog/item-lists/entries/entry-routes'
import { readableCollections, routedCollections } from './catalog/collections/service'
import { readableReadingLists, routedReadingLists } from './catalog/reading-lists/service'
import { readingListRoutes } from './catalog/reading-lists/routes'
import { filterPresetRoutes } from './catalog/filter-presets/routes'
import { cblRoutes } from './ingest/cbl/routes'
import type { Context } from './context'
import { correctionRoutes } from './catalog/corrections/routes'
import { bookCoverRoutes } from './artwork/covers/book-routes'
import { listCoverRoutes } from './artwork/covers/lists/list-cover-routes'
import { pictureRoutes } from './artwork/covers/people/picture-routes'
import { seriesCoverRoutes } from './artwork/covers/series-routes'
import { duplicateRoutes } from './catalog/duplicates/routes'
import { groupingRoutes } from './ingest/grouping/routes'
import { openapiRoutes } from './platform/http/openapi/openapi'
import { labelRoutes } from './catalog/labels/routes'
import { libraryRoutes } from './catalog/libraries/routes'
import { feedAddressRoutes } from './protocols/feeds/address-routes'
import { koboDeletedBookRoutes, koboDeviceRoutes } from './protocols/kobo/device-routes'
import { syncLoginRoutes } from './protocols/koreader/login-routes'
import { whatsNewRoutes } from './admin/updates/routes'
import { backupRoutes } from './admin/backup/routes'
import { archiveRoutes } from './admin/transfer/archives/routes'
import { settingRoutes } from './admin/settings/routes'
import { inboxRoutes } from './admin/notifications/inbox/inbox-routes'
import { notificationRoutes } from './admin/notifications/routes'
import { importRoutes } from './ingest/importing/routes'
import { ownImportRoutes } from './ingest/importing/own/own-import-routes'
import { metadataMatchingRoutes } from './ingest/metadata-matching/routes'
import { pluginRoutes } from './ingest/plugins/routes'
import { recommendationRoutes } from './ingest/recommendations/routes'
import { connectionRoutes } from './ingest/connections/routes'
import { readingSyncRoutes } from './ingest/reading-sync/routes'
import { releaseRoutes } from './ingest/releases/routes'
import { liveRoutes } from './admin/live/routes'
import { thumbnailRoutes } from './artwork/thumbnails/routes'
import { monitoringRoutes } from './admin/monitoring/routes'
import { processesRoutes } from './admin/processes/routes'
import { epubRoutes } from './reading/pages/epub/routes'
import { pageCacheRoutes } from './reading/pages/cache/page-cache-routes'
import { pageRoutes } from './reading/pages/routes'
import { pageTextRoutes } from './reading/pages/text/routes'
import { readingProfileRoutes } from './reading/preferences/profiles/routes'
import { preferenceRoutes } from './reading/preferences/routes'
import { statisticsRoutes } from './reading/statistics/routes'
import { exportRoutes } from './reading/exports/routes'
import { highlightRoutes } from './reading/highlights/routes'
import { ratingRoutes } from './reading/ratings/routes'
import { readingRoutes } from './reading/progress/routes'
import { scanChangeRoutes } from './ingest/scanning/journal/change-routes'
import { reanalyzeRoutes } from './ingest/scanning/reanalyze/reanalyze-routes'
import { scanningRoutes } from './ingest/scanning/routes'
import { wantToReadRoutes } from './reading/want-to-read/routes'
import { searchRoutes } from './catalog/search/routes'
import { seriesPartRoutes } from './catalog/series/parts/routes'
import { editionRoutes } from './catalog/series/editions/routes'
import { seriesRoutes } from './catalog/series/routes'
import { accessOverviewRoutes } from './catalog/access-overview/routes'
import { sharingTagRoutes } from './catalog/sharing-tags/routes'
import { sidecarRoutes } from './catalog/sidecars/routes'
import { taskMetricsRoutes } from './admin/tasks/metrics/task-metrics-routes'
import { tasksRoutes } from './admin/tasks/routes'
import { trashRoutes } from './ingest/trash/routes'
import { accessRoutes } from './accounts/access/routes'
import { auditRoutes } from './accounts/audit/routes'
import { invitationRoutes } from './accounts/invitations/routes'
import { oidcRoutes } from './accounts/oidc/routes'
import { passkeyRoutes } from './accounts/passkeys/routes'
import { apiKeyRoutes } from './accounts/api-keys/routes'
import { roleRoutes } from './accounts/permissions/routes'
import { sessionRoutes } from './accounts/sessions/routes'
import { userRoutes } from './accounts/users/routes'
import { quickSwitchRoutes } from './accounts/users/quick-switch/routes'
import { twoFactorRoutes } from './accounts/users/two-factor/routes'
import { signInRoutes } from './accounts/users/sign-in/routes'

/**
 * Adds the routes of the API, without its prefix. `routes` returns the routes of all loaded parts.
 */
export const apiRoutes = (ctx: Context, routes: () => AnyElysia['routes']) => (api: AnyElysia) =>
  api
    .use(openapiRoutes(routes))
    .use(readingAppRoutes(ctx))
    .use(libraryRoutes(ctx))
    .use(sidecarRoutes(ctx))
    .use(correctionRoutes(ctx))
    .use(ingestRoutes(ctx))
    .use(seriesRoutes(ctx))
    .use(itemMetadataRoutes(ctx, routedSeriesMetadata))
    .use(editionRoutes(ctx))
    .use(sharingTagRoutes(ctx))
    .use(accessOverviewRoutes(ctx))
    .use(labelRoutes(ctx))
    .use(seriesPartRoutes(ctx))
    .use(bookRoutes(ctx))
    .use(bookBulkRoutes(ctx))
    .use(bookExternalRoutes(ctx))
    .use(itemMetadataRoutes(ctx, routedBookMetadata))
    .use(bookMetadataRoutes(ctx))
    .use(pageRoutes(ctx))
    .use(pageTextRoutes(ctx))
    .use(pageCacheRoutes(ctx))
    .use(epubRoutes(ctx))
    .use(thumbnailRoutes(ctx))
    .use(seriesCoverRoutes(ctx))
    .use(bookCoverRoutes(ctx))
    .use(pictureRoutes(ctx))
    .use(searchRoutes(ctx))
    .use(listRoutes(ctx))
    .use(readerRoutes(ctx))
    .use(duplicateRoutes(ctx))
    .use(accountRoutes(ctx))
    .use(adminRoutes(ctx))

/** Adds routes for the settings of reading apps, which each user manages. */
const readingAppRoutes = (ctx: Context) => (app: AnyElysia) => {
  const { koreader, kobo } = ctx.config
  if (koreader.enabled) app.use(syncLoginRoutes(ctx))
  if (kobo.enabled) app.use(koboDeviceRoutes(ctx)).use(koboDeletedBookRoutes(ctx))
  return app.use(feedAddressRoutes(ctx))
}

const readerRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(readingRoutes(ctx))
    .use(wantToReadRoutes(ctx))
    .use(preferenceRoutes(ctx))
    .use(readingProfileRoutes(ctx))
    .use(bookmarkRoutes(ctx))
    .use(ratingRoutes(ctx))
    .use(highlightRoutes(ctx))
    .use(statisticsRoutes(ctx))
    .use(exportRoutes(ctx))

const listRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(listReadRoutes(ctx, readableCollections))
    .use(listChangeRoutes(ctx, routedCollections))
    .use(listEntryRoutes(ctx, routedCollections))
    .use(listReadRoutes(ctx, readableReadingLists))
    .use(readingListRoutes(ctx))
    .use(listChangeRoutes(ctx, routedReadingLists))
    .use(listEntryRoutes(ctx, routedReadingLists))
    .use(listCoverRoutes(ctx))
    .use(filterPresetRoutes(ctx))
    .use(cblRoutes(ctx))

const ingestRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(scanningRoutes(ctx))
    .use(scanChangeRoutes(ctx))
    .use(reanalyzeRoutes(ctx))
    .use(groupingRoutes(ctx))
    .use(metadataMatchingRoutes(ctx))
    .use(pluginRoutes(ctx))
    .use(recommendationRoutes(ctx))
    .use(releaseRoutes(ctx))
    .use(connectionRoutes(ctx))
    .use(readingSyncRoutes(ctx))
    .use(importRoutes(ctx))
    .use(ownImportRoutes(ctx))
    .use(trashRoutes(ctx))

const adminRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(liveRoutes(ctx))
    .use(whatsNewRoutes(ctx))
    .use(monitoringRoutes(ctx))
    .use(processesRoutes(ctx))
    .use(tasksRoutes(ctx))
    .use(taskMetricsRoutes(ctx))
    .use(backupRoutes(ctx))
    .use(archiveRoutes(ctx))
    .use(settingRoutes(ctx))
    .use(notificationRoutes(ctx))
    .use(inboxRoutes(ctx))

const accountRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(signInRoutes(ctx))
    .use(sessionRoutes(ctx))
    .use(userRoutes(ctx))
    .use(roleRoutes(ctx))
    .use(auditRoutes(ctx))
    .use(invitationRoutes(ctx))
    .use(twoFactorRoutes(ctx))
    .use(quickSwitchRoutes(ctx))
    .use(passkeyRoutes(ctx))
    .use(oidcRoutes(ctx))
    .use(apiKeyRoutes(ctx))
    .use(accessRoutes(ctx))
