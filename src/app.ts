import { type AnyElysia, Elysia } from 'elysia'
import { bookmarkRoutes } from './bookmarks/routes'
import { bookMetadataRoutes } from './books/metadata-routes'
import { bookRoutes } from './books/routes'
import type { Context } from './context'
import { correctionRoutes } from './corrections/routes'
import { bookCoverRoutes } from './covers/book-routes'
import { coverRoutes } from './covers/routes'
import { duplicateRoutes } from './duplicates/routes'
import { errors } from './http/errors'
import { groupingRoutes } from './grouping/routes'
import { health } from './http/health'
import { manners } from './http/manners'
import { measure } from './http/measure'
import { openapi } from './http/openapi'
import { labelRoutes } from './labels/routes'
import { libraryRoutes } from './libraries/routes'
import { liveRoutes } from './live/routes'
import { metadataRoutes } from './metadata/routes'
import { thumbnailRoutes } from './thumbnails/routes'
import { monitoringRoutes } from './monitoring/routes'
import { epubRoutes } from './pages/epub-routes'
import { pageRoutes } from './pages/routes'
import { preferenceRoutes } from './preferences/routes'
import { readingRoutes } from './reading/routes'
import { scanChangeRoutes } from './scanning/change-routes'
import { lookAgainRoutes } from './scanning/look-again-routes'
import { scanningRoutes } from './scanning/routes'
import { searchRoutes } from './search/routes'
import { seriesRoutes } from './series/routes'
import { sidecarRoutes } from './sidecars/routes'
import { tasksRoutes } from './tasks/routes'
import { trashRoutes } from './trash/routes'
import { throttled } from './users/guard'
import { userRoutes } from './users/routes'
import { pages, webRoutes } from './web/routes'

/** The house: every door, hung once. */
export function createApp(ctx: Context) {
  let routes: AnyElysia['routes'] = []
  let whole: AnyElysia | undefined
  // Members that nobody asked for are refused, not dropped: hence no normalising. And a machine may be
  // called `nas`: without the handler's option, paths are misread where the name is that short.
  const app = new Elysia({ normalize: false, handler: { standardHostname: false } })
    .use(measure())
    .use(manners(ctx))
    .use(pages(ctx, { ask: async (request) => whole!.handle(request), patienceMs: 150 }))
    .use(errors(ctx, () => routes))
    .use(throttled(ctx))
    .use(health(ctx))
    .use(openapi(() => routes))
    .use(webRoutes())
    .group('/api/v1', (api) =>
      api
        .use(libraryRoutes(ctx))
        .use(sidecarRoutes(ctx))
        .use(correctionRoutes(ctx))
        .use(scanningRoutes(ctx))
        .use(scanChangeRoutes(ctx))
        .use(lookAgainRoutes(ctx))
        .use(groupingRoutes(ctx))
        .use(seriesRoutes(ctx))
        .use(labelRoutes(ctx))
        .use(metadataRoutes(ctx))
        .use(bookRoutes(ctx))
        .use(bookMetadataRoutes(ctx))
        .use(pageRoutes(ctx))
        .use(epubRoutes(ctx))
        .use(thumbnailRoutes(ctx))
        .use(coverRoutes(ctx))
        .use(bookCoverRoutes(ctx))
        .use(searchRoutes(ctx))
        .use(readingRoutes(ctx))
        .use(preferenceRoutes(ctx))
        .use(bookmarkRoutes(ctx))
        .use(duplicateRoutes(ctx))
        .use(trashRoutes(ctx))
        .use(userRoutes(ctx))
        .use(liveRoutes(ctx))
        .use(monitoringRoutes(ctx))
        .use(tasksRoutes(ctx)),
    )
  routes = app.routes
  whole = app
  return app
}
