/** Sections of the settings and the permissions that they require. */
import { serverNames } from '../../../shared/source-names'
import type { Schemas } from '../../api/client'
import { foldText } from '../../i18n/fold-text'
import { hasWords } from '../../i18n/has-words'
import { t } from '../../i18n/i18n'
import { useUser } from '../../state/session/session'
import type { SectionName } from './section-icons'

type Permission = Schemas['SignedInUser']['effectivePermissions'][number]

export interface SectionPlace {
  /** The last segment of the URL. */
  name: SectionName
  words: string
  /**
   * Describes the contents of the section. Used by the search, and shown below the section name.
   */
  keywords: string
}

interface Group {
  words: string
  sections: readonly SectionPlace[]
}

type Restricted = SectionPlace & { needs?: Permission }

const ofUser = (): readonly Restricted[] => [
  {
    name: 'profile',
    words: t('Profile and password'),
    keywords: t('account, username, email, change password, export, your data'),
  },
  {
    name: 'security',
    words: t('Security'),
    keywords: t('passkey, two-factor, code, PIN, quick switch, single sign-on, connected accounts'),
  },
  { name: 'sessions', words: t('Sessions'), keywords: t('devices, signed in, sign out') },
  { name: 'apps', words: t('Reading apps'), keywords: t('OPDS, KOReader, Kobo, Komga, Mihon') },
  {
    name: 'reading-sync',
    words: t('Reading sync'),
    keywords: t('AniList, MyAnimeList, Kitsu, tracker, list, recommendations, connections'),
  },
  {
    name: 'import-reading',
    words: t('Import reading data'),
    keywords: t('Mihon, Tachiyomi, KOReader, backup, progress from another app'),
    needs: 'progress:write',
  },
  {
    name: 'notifications',
    words: t('Notifications'),
    keywords: t('ntfy, Gotify, Discord, Apprise, webhook, email, alerts, push'),
  },
  { name: 'keys', words: t('API keys'), keywords: t('tokens, apps, access') },
  {
    name: 'appearance',
    words: t('Appearance'),
    keywords: t('dark theme, light theme, e-ink, language, colors, motion'),
  },
  {
    name: 'reading',
    words: t('Reading preferences'),
    keywords: t('reader settings, reading profiles, direction, page fit, pages ahead, background'),
  },
  {
    name: 'offline',
    words: t('Offline books'),
    keywords: t('this device, saved books, storage, download, offline reading'),
  },
]

const ofLibraries = (): readonly Restricted[] => [
  {
    name: 'libraries',
    words: t('Libraries'),
    keywords: t('scan libraries, folders, schedule, file watching, naming'),
    needs: 'libraries:write',
  },
  {
    name: 'metadata',
    words: t('Metadata'),
    keywords: t('providers, matching, covers, refresh'),
    needs: 'series:write',
  },
  {
    name: 'releases',
    words: t('Releases'),
    keywords: t('sources, feeds, RSS, MangaUpdates, new chapters'),
    needs: 'plugins:manage',
  },
  {
    name: 'plugins',
    words: t('Plugins'),
    keywords: t('extensions, add-ons, install, metadata providers'),
    needs: 'plugins:manage',
  },
  {
    name: 'problems',
    words: t('Media problems'),
    keywords: t('errors, broken files, damaged books'),
    needs: 'books:write',
  },
  {
    name: 'trash',
    words: t('Trash'),
    keywords: t('deleted books, recycle bin, restore, empty trash'),
    needs: 'books:delete',
  },
  {
    name: 'duplicates',
    words: t('Duplicates'),
    keywords: t('copies, same file'),
    needs: 'books:write',
  },
  {
    name: 'names',
    words: t('Parsing rules'),
    keywords: t('file names, regular expressions, numbering'),
    needs: 'libraries:write',
  },
]

const ofAccounts = (): readonly Restricted[] => [
  {
    name: 'users',
    words: t('Users'),
    keywords: t('add user, child, roles, permissions, people, accounts'),
    needs: 'users:read',
  },
  {
    name: 'access',
    words: t('Access'),
    keywords: t('age limit, children, groups, sharing tags, hide, restrict'),
    needs: 'system:admin',
  },
  {
    name: 'invitations',
    words: t('Invitations'),
    keywords: t('invite people, registration, link, new accounts'),
    needs: 'users:write',
  },
  {
    name: 'audit-log',
    words: t('Audit log'),
    keywords: t('security, history, who changed, sign-ins, export'),
    needs: 'system:admin',
  },
]

const ofServer = (): readonly Restricted[] => [
  {
    name: 'general',
    words: t('General'),
    keywords: t('server name, branding, accent color, updates, limits, cache size'),
    needs: 'system:admin',
  },
  {
    name: 'backups',
    words: t('Backups'),
    keywords: t('restore, copy, schedule, export the database'),
    needs: 'system:admin',
  },
  {
    name: 'move-in',
    words: t('Import from another server'),
    keywords: [t('import, other server, migrate'), ...Object.values(serverNames)].join(', '),
    needs: 'system:admin',
  },
  {
    name: 'tasks',
    words: t('Tasks'),
    keywords: t('jobs, queue, background work, running'),
    needs: 'tasks:read',
  },
  {
    name: 'clean-up',
    words: t('Cleanup'),
    keywords: t('orphans, thumbnails, cache, maintenance'),
    needs: 'system:admin',
  },
  {
    name: 'statistics',
    words: t('Statistics'),
    keywords: t('metrics, disk space, memory, usage'),
    needs: 'metrics:read',
  },
  {
    name: 'logs',
    words: t('Logs'),
    keywords: t('log files, messages, debugging'),
    needs: 'system:admin',
  },
  {
    name: 'about',
    words: t('About Quire'),
    keywords: t('version, licenses, support report'),
  },
]

/** Lists the sections that the viewer may see, in groups. */
export function useSections(): readonly Group[] {
  const mine = useUser()?.effectivePermissions ?? []
  const groups = [
    { words: t('You'), sections: ofUser() },
    { words: t('Library maintenance'), sections: ofLibraries() },
    { words: t('Accounts'), sections: ofAccounts() },
    { words: t('Server'), sections: ofServer() },
  ]
  return groups
    .map(({ words, sections }) => ({
      words,
      sections: sections.filter(({ needs }) => !needs || mine.includes(needs)),
    }))
    .filter(({ sections }) => sections.length > 0)
}

/**
 * Finds the sections whose name or keywords contain the text, in their groups. Those whose name
 * begins with the text come first.
 */
export function searchSections(groups: readonly Group[], text: string): readonly Group[] {
  const wanted = foldText(text.trim())
  if (wanted === '') return groups.filter(({ sections }) => sections.length > 0)
  const rank = ({ words }: SectionPlace) => (foldText(words).startsWith(wanted) ? 0 : 1)
  return groups
    .map(({ words, sections }) => ({
      words,
      sections: sections
        .filter((one) => hasWords(`${one.words} ${one.keywords}`, wanted))
        .toSorted((one, other) => rank(one) - rank(other)),
    }))
    .filter(({ sections }) => sections.length > 0)
    .toSorted((one, other) => rank(one.sections[0]!) - rank(other.sections[0]!))
}
