/** Pages that can be opened: screens, libraries, settings. */
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query'
import {
  BookmarkIcon,
  HomeIcon,
  LayersIcon,
  PlusIcon,
  SettingsIcon,
} from '../../../components/icons'
import { foldText } from '../../../i18n/fold-text'
import { t } from '../../../i18n/i18n'
import { usePermission } from '../../../state/session/session'
import { useSections } from '../../settings/sections'
import type { Hit, HitGroup } from './hits'

const most = 6

/** Pages whose name or keywords contain the text. Without text, the main ones. */
export function useDestinations(words: string): HitGroup[] {
  const libraries = useQuery(apiQuery('/api/v1/libraries')).data ?? []
  const settings = useSettings()
  const chief: Hit[] = [
    place({ key: 'home', title: t('Home'), link: { to: '/' }, icon: HomeIcon }),
    place({
      key: 'library',
      title: t('All libraries'),
      link: { to: '/library', search: {} },
      icon: LayersIcon,
    }),
    place({
      key: 'wanted',
      title: t('Want to read'),
      link: { to: '/want-to-read' },
      icon: BookmarkIcon,
    }),
    place({ key: 'settings', title: t('Settings'), link: { to: '/settings' }, icon: SettingsIcon }),
    ...libraries.map(({ id, name }) => ({
      key: `library-${id}`,
      title: name,
      sub: t('Library'),
      link: { to: '/library' as const, search: { library: id } },
      icon: LayersIcon,
    })),
  ]
  const wanted = foldText(words)
  const all = wanted === '' ? chief : [...chief, ...settings]
  const isFound = ({ title, keywords = '' }: Hit) =>
    foldText(title).includes(wanted) || foldText(keywords).includes(wanted)
  // Matches of the name come before matches of keywords.
  const hits = all
    .filter(isFound)
    .toSorted((one, other) => rank(one, wanted) - rank(other, wanted))
    .slice(0, most)
  return hits.length === 0 ? [] : [{ heading: t('Go to'), hits }]
}

const rank = ({ title }: Hit, wanted: string) => (foldText(title).includes(wanted) ? 0 : 1)

const place = (hit: Omit<Hit, 'sub'>): Hit => ({ ...hit, sub: '' })

function useSettings(): Hit[] {
  const sections = useSections().flatMap((group) => group.sections)
  const mayAdd = usePermission('libraries:write')
  const parts = sections.map(({ name, words, keywords }) => ({
    key: `settings-${name}`,
    title: words,
    keywords,
    sub: t('Settings'),
    link: { to: '/settings/$section' as const, params: { section: name } },
    icon: SettingsIcon,
  }))
  const adding = {
    key: 'add-library',
    title: t('Add library'),
    sub: t('Settings'),
    link: { to: '/add-library' as const },
    icon: PlusIcon,
  }
  return mayAdd ? [...parts, adding] : parts
}
