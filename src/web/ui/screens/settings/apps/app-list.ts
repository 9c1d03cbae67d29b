/** Supported reading apps, and how each one connects. */
import type { Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'
import { type Permission, readingScopes } from '../permissions/permission-labels'

type ReadingApps = Schemas['ReadingApps']

/** `opds` and `komga` require an address and credentials. The others connect in different ways. */
type Protocol = 'opds' | 'komga' | 'koreader' | 'kobo' | 'feeds'

export interface App {
  /** Value in the URL. */
  id: string
  name: string
  protocol: Protocol
  /** Instructions for the app. */
  steps: string
  /**
   * `login`, the default: username, and a key as the password. `key`: only a key. `password`:
   * username and password, because the app needs a session, which cannot be started with a key.
   */
  signIn?: 'login' | 'key' | 'password'
  note?: string
  /** Appended to the protocol's path. */
  version?: '/v2'
  permissions?: () => readonly Permission[]
}

const opdsSteps = () => t('Add an OPDS catalog and enter these values')
const komgaSteps = () => t('Add a Komga server and enter these values')

const listComicApps = (): readonly App[] => [
  {
    id: 'mihon',
    name: 'Mihon',
    protocol: 'komga',
    steps: t('Install the Komga extension, open its settings and enter these values'),
    signIn: 'key',
    note: t(
      'For tracking in Mihon, enter your username and password instead of the key. This is not possible with two-factor authentication.',
    ),
  },
  {
    id: 'komelia',
    name: 'Komelia',
    protocol: 'komga',
    steps: komgaSteps(),
    signIn: 'password',
  },
  {
    id: 'paperback',
    name: 'Paperback',
    protocol: 'komga',
    steps: t('Install the Komga extension, open its settings and enter these values'),
  },
  { id: 'aidoku', name: 'Aidoku', protocol: 'komga', steps: komgaSteps() },
  { id: 'kmreader', name: 'KMReader', protocol: 'komga', steps: komgaSteps() },
]

const listDevices = (): readonly App[] => [
  {
    id: 'koreader',
    name: 'KOReader',
    protocol: 'koreader',
    steps: t('In a book, open Tools → Progress sync → Custom sync server and enter these values'),
  },
  {
    id: 'kobo',
    name: 'Kobo',
    protocol: 'kobo',
    steps: t(
      'Connect the Kobo to a computer, open .kobo/Kobo/Kobo eReader.conf and replace the line that starts with “api_endpoint”',
    ),
  },
]

const listOtherApps = (): readonly App[] => [
  { id: 'panels', name: 'Panels', protocol: 'opds', steps: opdsSteps() },
  { id: 'thorium', name: 'Thorium', protocol: 'opds', version: '/v2', steps: opdsSteps() },
  { id: 'moon', name: 'Moon+ Reader', protocol: 'opds', steps: opdsSteps() },
  {
    id: 'komf',
    name: 'Komf',
    protocol: 'komga',
    steps: t('Enter these values in the configuration of Komf'),
    permissions: () => [...readingScopes(), 'series:write', 'books:write'],
  },
  { id: 'opds', name: t('Another OPDS app'), protocol: 'opds', steps: opdsSteps() },
  { id: 'komga', name: t('Another Komga app'), protocol: 'komga', steps: komgaSteps() },
]

/** Lists the apps that show new releases. */
export const listFeedApps = (): readonly App[] => [
  {
    id: 'calendar',
    name: t('Calendar'),
    protocol: 'feeds',
    steps: t('Subscribe to this address in a calendar to see new and expected releases'),
  },
  {
    id: 'feed-reader',
    name: t('Feed reader'),
    protocol: 'feeds',
    steps: t('Add this address to a feed reader to see new releases'),
  },
]

/** Lists the apps whose protocol is enabled on the server. */
export const listServedApps = (served: ReadingApps) =>
  [...listComicApps(), ...listDevices(), ...listOtherApps()].filter(
    ({ protocol }) => findPath(served, protocol) !== null,
  )

/** Returns the path of a protocol below the base path, or null if it is turned off. */
export const findPath = (served: ReadingApps, protocol: Protocol): string | null =>
  protocol === 'feeds' ? '/feeds' : served.paths[protocol]
