/** Sections of the settings and the permissions that they require. */
import type { Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { useUser } from '../../state/session/session'

type Permission = Schemas['SignedInUser']['effectivePermissions'][number]

interface SectionPlace {
  /** The last segment of the URL. */
  name: string
  words: string
}

interface Group {
  words: string
  sections: readonly SectionPlace[]
}

const ofServer = (): readonly (SectionPlace & { needs?: Permission })[] => [
  { name: 'libraries', words: t('Libraries'), needs: 'libraries:write' },
  { name: 'metadata', words: t('Metadata'), needs: 'series:write' },
  { name: 'users', words: t('Users'), needs: 'users:read' },
  { name: 'tasks', words: t('Tasks'), needs: 'tasks:read' },
  { name: 'problems', words: t('Media problems'), needs: 'books:write' },
  { name: 'trash', words: t('Trash'), needs: 'books:delete' },
  { name: 'duplicates', words: t('Duplicates'), needs: 'books:write' },
  { name: 'names', words: t('Parsing rules'), needs: 'libraries:write' },
  { name: 'clean-up', words: t('Cleanup'), needs: 'system:admin' },
  { name: 'statistics', words: t('Statistics'), needs: 'metrics:read' },
  { name: 'logs', words: t('Logs'), needs: 'system:admin' },
  { name: 'about', words: t('About Quire') },
]

/** Sections that the viewer may see. */
export function useSections(): readonly Group[] {
  const mine = useUser()?.effectivePermissions ?? []
  const server = ofServer().filter(({ needs }) => !needs || mine.includes(needs))
  return [
    {
      words: t('You'),
      sections: [
        { name: 'profile', words: t('Profile and password') },
        { name: 'sessions', words: t('Sessions') },
        { name: 'apps', words: t('Reading apps') },
        { name: 'keys', words: t('API keys') },
        { name: 'appearance', words: t('Appearance') },
        { name: 'reading', words: t('Reading preferences') },
      ],
    },
    { words: t('Server'), sections: server },
  ]
}
