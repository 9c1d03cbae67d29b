/**
 * Routes of the interface. Each screen is loaded on first use. The server preloads a screen along
 * with the page if it is in `screens/<first path segment>/…-screen.tsx`.
 */
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  redirect,
} from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { baseUrl } from './api/client'
import { apiQuery, queryClient } from './api/query'
import { Loading } from './components/feedback/states'
import { readHistorySearch } from './screens/history/history-search'
import { readLibrarySearch, readListSearch } from './screens/library/library-search'
import { addressAfter, readTarget } from './screens/login/return-url'
import { readReaderSearch } from './screens/read/reader-search'
import { readReleasesSearch } from './screens/releases/releases-search'
import { readSearch } from './screens/search/search-text'
import { readSeriesSearch } from './screens/series/series-search'
import { readStatisticsSearch } from './screens/statistics/statistics-search'
import { readSectionSearch } from './screens/settings/shared/section-search'
import { ErrorScreen, NotFound } from './shell/error-screen'
import { Root } from './shell/root'
import { Shell } from './shell/shell'
import { openBookTransition } from './state/browser/open-book-transition'
import { session } from './state/session/session'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Root })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readTarget,
  // A signed-in user does not see the sign-in screen, except to switch to another person.
  beforeLoad: ({ search }) => {
    if (session.get().state === 'signedIn' && !search.switching) {
      throw redirect({ href: addressAfter(search), replace: true })
    }
  },
  component: lazy(() => import('./screens/login/login-screen'), 'LoginScreen'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazy(() => import('./screens/setup/setup-screen'), 'SetupScreen'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazy(() => import('./screens/invitation/invitation-screen'), 'InvitationScreen'),
})

/** Requires a session. Readers are direct children, because they are shown outside the shell. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signedIn',
  beforeLoad: ({ location }) => {
    if ('user' in session.get()) return
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { to: location.href } })
  },
})

const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: Shell })

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  loader: ({ context: { queries } }) => {
    // Prefetched while the screen loads. The screen waits for the responses.
    void queries.prefetchQuery(apiQuery('/api/v1/books/in-progress', firstBooks))
    void queries.prefetchQuery(apiQuery('/api/v1/books/on-deck', firstBooks))
  },
  component: lazy(() => import('./screens/home/home-screen'), 'HomeScreen'),
})

const firstBooks = { params: { query: { pageSize: 20 } } }

const library = createRoute({
  getParentRoute: () => shell,
  path: '/library',
  validateSearch: readLibrarySearch,
  component: lazy(() => import('./screens/library/library-screen'), 'LibraryScreen'),
})

const people = createRoute({
  getParentRoute: () => shell,
  path: '/people/$name',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'books' } =>
    tab === 'books' ? { tab } : {},
  component: lazy(() => import('./screens/people/people-screen'), 'PeopleScreen'),
})

const wantToRead = createRoute({
  getParentRoute: () => shell,
  path: '/want-to-read',
  component: lazy(() => import('./screens/want-to-read/want-to-read-screen'), 'WantToReadScreen'),
})

const statistics = createRoute({
  getParentRoute: () => shell,
  path: '/statistics',
  validateSearch: readStatisticsSearch,
  component: lazy(() => import('./screens/statistics/statistics-screen'), 'StatisticsScreen'),
})
const review = createRoute({
  getParentRoute: () => shell,
  path: '/statistics/$year',
  component: lazy(() => import('./screens/statistics/review-screen'), 'ReviewScreen'),
})
const exports = createRoute({
  getParentRoute: () => shell,
  path: '/exports',
  component: lazy(() => import('./screens/exports/exports-screen'), 'ExportsScreen'),
})
const history = createRoute({
  getParentRoute: () => shell,
  path: '/history',
  validateSearch: readHistorySearch,
  component: lazy(() => import('./screens/history/history-screen'), 'HistoryScreen'),
})

const collections = createRoute({
  getParentRoute: () => shell,
  path: '/collections',
  component: lazy(() => import('./screens/lists/lists-screen'), 'CollectionsScreen'),
})

const collection = createRoute({
  getParentRoute: () => shell,
  path: '/collections/$id',
  validateSearch: (given: Record<string, unknown>) => readListSearch(given, 'series'),
  component: lazy(() => import('./screens/lists/list-screen'), 'CollectionScreen'),
})

const readingLists = createRoute({
  getParentRoute: () => shell,
  path: '/reading-lists',
  component: lazy(() => import('./screens/lists/lists-screen'), 'ReadingListsScreen'),
})

const readingListImport = createRoute({
  getParentRoute: () => shell,
  path: '/reading-lists/import',
  component: lazy(() => import('./screens/lists/import/import-screen'), 'ImportScreen'),
})

const readingList = createRoute({
  getParentRoute: () => shell,
  path: '/reading-lists/$id',
  validateSearch: (given: Record<string, unknown>) => readListSearch(given, 'books'),
  component: lazy(() => import('./screens/lists/list-screen'), 'ReadingListScreen'),
})

const releases = createRoute({
  getParentRoute: () => shell,
  path: '/releases',
  validateSearch: readReleasesSearch,
  component: lazy(() => import('./screens/releases/releases-screen'), 'ReleasesScreen'),
})

const notifications = createRoute({
  getParentRoute: () => shell,
  path: '/notifications',
  validateSearch: ({ page }: Record<string, unknown>): { page?: number } =>
    Number.isInteger(page) && Number(page) > 1 ? { page: Math.min(Number(page), 1000) } : {},
  component: lazy(
    () => import('./screens/notifications/notifications-screen'),
    'NotificationsScreen',
  ),
})

const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  validateSearch: readSearch,
  component: lazy(() => import('./screens/search/search-screen'), 'SearchScreen'),
})

const read = createRoute({
  getParentRoute: () => signedIn,
  path: '/read/$bookId',
  validateSearch: readReaderSearch,
  component: lazy(() => import('./screens/read/read-screen'), 'ReadScreen'),
})

const series = createRoute({
  getParentRoute: () => shell,
  path: '/series/$id',
  validateSearch: readSeriesSearch,
  loader: ({ context: { queries }, params: { id } }) => {
    void queries.prefetchQuery(apiQuery('/api/v1/series/{id}', { params: { path: { id } } }))
  },
  component: lazy(() => import('./screens/series/series-screen'), 'SeriesScreen'),
})

const book = createRoute({
  getParentRoute: () => shell,
  path: '/book/$id',
  loader: ({ context: { queries }, params: { id } }) => {
    void queries.prefetchQuery(apiQuery('/api/v1/books/{id}/full', { params: { path: { id } } }))
  },
  component: lazy(() => import('./screens/book/book-screen'), 'BookScreen'),
})

const addLibrary = createRoute({
  getParentRoute: () => shell,
  path: '/add-library',
  // The library that is being scanned for the first time. Without it, the wizard starts at step
  // one.
  validateSearch: ({ added }: Record<string, unknown>): { added?: string } =>
    typeof added === 'string' ? { added } : {},
  component: lazy(() => import('./screens/add-library/add-library-screen'), 'AddLibraryScreen'),
})

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazy(() => import('./screens/settings/settings-screen'), 'SettingsScreen'),
})

const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazy(() => import('./screens/settings/settings-screen'), 'SettingsStart'),
})

const settingsSection = createRoute({
  getParentRoute: () => settings,
  path: '/$section',
  validateSearch: readSectionSearch,
  component: lazy(() => import('./screens/settings/section'), 'SettingsSection'),
})

/** The page for an item of a settings section, such as a plugin. */
const settingsItem = createRoute({
  getParentRoute: () => settings,
  path: '/$section/$item',
  component: lazy(() => import('./screens/settings/section'), 'SettingsSection'),
})

/** Unknown paths show an error inside the shell, which requires users to sign in. */
const nowhere = createRoute({ getParentRoute: () => shell, path: '/$', component: NotFound })

const routeTree = root.addChildren([
  login,
  setup,
  invitation,
  signedIn.addChildren([
    shell.addChildren([
      home,
      library,
      people,
      wantToRead,
      statistics,
      review,
      history,
      exports,
      collections,
      collection,
      readingLists,
      readingListImport,
      readingList,
      releases,
      notifications,
      search,
      series,
      book,
      addLibrary,
      settings.addChildren([settingsStart, settingsSection, settingsItem]),
      nowhere,
    ]),
    read,
  ]),
])

export const createPageRouter = () =>
  createRouter({
    routeTree,
    context: { queries: queryClient },
    basepath: new URL(baseUrl).pathname,
    scrollRestoration: ({ location }) => !location.pathname.startsWith('/read/'),
    ...(openBookTransition && { defaultViewTransition: openBookTransition }),
    defaultPreload: 'intent',
    // The query cache, not the router, decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Loading,
    defaultErrorComponent: ErrorScreen,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>
  }
}
