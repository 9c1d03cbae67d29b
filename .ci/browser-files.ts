/** The browser tests, in the order in which they run, and which of them belong to the gate. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps'

export type BrowserRing = 'gate' | 'all'

const folder = 'test/e2e'
const ending = '.e2e.ts'

/** The slowest tests start first, so that none of them runs alone at the end. */
const slowest = [
  'screens',
  'offline-care',
  'offline-books',
  'offline-faults',
  'offline-sign-out',
  'accessibility',
  'reading',
  'speed',
  'tablet',
  'browsing-accessibility',
  'text',
  'fast-input',
  'sign-out',
  'first-use',
]

/**
 * The files of the gate by what only a browser can show. A new file is entered here or in
 * `otherFiles`. Files whose rules are tested without a browser are among the others:
 * - reading positions that are queued, repeated or refused: test/web/ui/state/position-queue.test.ts
 *   and test/reading/progress; `reading`, `text` and `tabs` show that the reader uses them;
 * - the form of the first account: test/web/screens/session/invitation.screen.ts has the same, and
 *   test/accounts/users/setup.test.ts its rules; `first-use` goes the whole way from the link;
 * - invitations, providers, codes and the audit log: test/accounts and test/web/screens;
 *   `passkeys` needs the browser;
 * - forced colors: `tablet` shows two of the places.
 */
const gateFiles = {
  accessibility: ['browsing-accessibility'],
  keys: ['double-click', 'fast-input', 'shortcuts', 'tabs'],
  layout: ['loading-layout', 'tablet', 'text-layout', 'theme'],
  history: ['sign-out'],
  offline: ['install', 'offline'],
  passkeys: ['passkeys'],
  reading: ['open-book', 'reading', 'reading-strips', 'text', 'text-hostile', 'text-spreads'],
  setup: ['first-use'],
  speed: ['speed'],
  touch: ['reading-touch', 'reading-zoom'],
}

/** The files that run only in `npm run test:all` and `npm run e2e`. */
const otherFiles = [
  'access',
  'accessibility',
  'accounts',
  'alphabets',
  'book-metadata',
  'book-numbers',
  'browsing',
  'cbl',
  'collection',
  'connections',
  'cover-menu',
  'covers',
  'folders',
  'forced-colors',
  'frame',
  'german',
  'grouping',
  'hundred-thousand',
  'import-reading',
  'interface',
  'journeys',
  'library',
  'lists',
  'maintenance',
  'metadata',
  'not-found',
  'notifications',
  'odd-books',
  'offline-books',
  'offline-care',
  'offline-faults',
  'offline-sign-out',
  'outage',
  'parsing-rules',
  'pdf-text',
  'plugins',
  'quick-switch',
  'reading-apps',
  'reading-double-pages',
  'reading-fast-input',
  'reading-life',
  'reading-navigation',
  'reading-panels',
  'reading-position',
  'reading-profiles',
  'reading-settings',
  'reading-sync',
  'reading-webtoons',
  'recommendations',
  'releases',
  'scans-and-trash',
  'screens',
  'scroll-position',
  'search',
  'selection',
  'series',
  'session',
  'settings',
  'setup',
  'sign-in-ways',
  'slow-changes',
  'slow-network',
  'smart-lists',
  'text-beside',
  'text-fast-input',
  'text-hostile-notes',
  'text-navigation',
  'text-position',
  'text-typefaces',
  'trash-copies',
  'want-to-read',
]

/** The names of all files that are listed above. */
export const listedBrowserFiles = [...Object.values(gateFiles).flat(), ...otherFiles]

/** Lists the paths of the tests of a ring. A file that is not listed belongs to both rings. */
export function browserFiles(ring: BrowserRing): string[] {
  const isWanted = (name: string) => ring === 'all' || !otherFiles.includes(name)
  return findBrowserFiles()
    .filter(isWanted)
    .toSorted((a, b) => rank(a) - rank(b))
    .map((name) => join(folder, name + ending))
}

/** Lists the names of all browser tests, without the ending. */
export const findBrowserFiles = () =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .toSorted()

const rank = (name: string) => {
  const place = slowest.indexOf(name)
  return place < 0 ? slowest.length : place
}
