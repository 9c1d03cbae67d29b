/** Finds pages that can be opened (screens, libraries, settings), and actions. */
import {
  BellIcon,
  BookmarkIcon,
  ChartIcon,
  ClockIcon,
  DownloadIcon,
  HomeIcon,
  type Icon,
  InboxIcon,
  LayersIcon,
  ListIcon,
  PlusIcon,
  SettingsIcon,
  StarIcon,
} from '../../../components/icons'
import { useListedLibraries } from '../../../components/use-listed-libraries'
import { foldText } from '../../../i18n/fold-text'
import { hasWords } from '../../../i18n/has-words'
import { t } from '../../../i18n/i18n'
import { usePermission } from '../../../state/session/session'
import { useSections } from '../../settings/sections'
import type { Hit, HitGroup } from './hits'
import { useActions } from './use-actions'

const most = 6

/**
 * Finds pages and actions whose name or keywords contain the text. Without text, lists the main
 * pages.
 */
export function useDestinations(words: string): HitGroup[] {
  const chief = [...usePages(), ...useLibraries()]
  const others = [...listOtherPages(), ...useActions(), ...useSettings()]
  const wanted = foldText(words)
  const all = wanted === '' ? chief : [...chief, ...others]
  const isFound = ({ title, sub, keywords = '' }: Hit) =>
    hasWords(title, words) || hasWords(`${title} ${sub} ${keywords}`, words)
  // Name matches come before keyword matches.
  const hits = all
    .filter(isFound)
    .toSorted((one, other) => rank(one, wanted) - rank(other, wanted))
    .slice(0, wanted === '' ? chief.length : most)
  return hits.length === 0 ? [] : [{ heading: t('Go to'), hits }]
}

function rank({ title }: Hit, wanted: string) {
  const name = foldText(title)
  if (name === wanted) return 0
  return name.includes(wanted) ? 1 : 2
}

/** Lists the pages of the sidebar. */
function usePages(): Hit[] {
  const [mayCollections, mayReadLists] = [
    usePermission('collections:read'),
    usePermission('readlists:read'),
  ]
  return [
    place(t('Home'), { to: '/' }, HomeIcon),
    place(t('All libraries'), { to: '/library', search: {} }, LayersIcon),
    place(t('Want to read'), { to: '/want-to-read' }, BookmarkIcon),
    ...(mayCollections ? [place(t('Collections'), { to: '/collections' }, LayersIcon)] : []),
    ...(mayReadLists ? [place(t('Reading lists'), { to: '/reading-lists' }, ListIcon)] : []),
    place(t('Statistics'), { to: '/statistics', search: {} }, ChartIcon),
    place(t('Reading history'), { to: '/history', search: {} }, ClockIcon),
    place(t('New releases'), { to: '/releases', search: {} }, InboxIcon),
    place(t('Settings'), { to: '/settings' }, SettingsIcon),
  ]
}

/** Lists pages that are shown only if they match the search text. */
const listOtherPages = (): Hit[] => [
  place(t('Exports'), { to: '/exports' }, DownloadIcon),
  place(t('Notifications'), { to: '/notifications' }, BellIcon),
  { ...toReview(String(new Date().getFullYear())), keywords: t('year in review') },
]

const toReview = (year: string) =>
  place(
    t('Your {year} in review', { year }),
    { to: '/statistics/$year', params: { year } },
    StarIcon,
  )

const place = (title: string, link: Hit['link'], icon: Icon): Hit => ({
  key: `page-${link.to}`,
  title,
  sub: '',
  link,
  icon,
})

function useLibraries(): Hit[] {
  return useListedLibraries().map(({ id, name }) => ({
    key: `library-${id}`,
    title: name,
    sub: t('Library'),
    link: { to: '/library', search: { library: id } },
    icon: LayersIcon,
  }))
}

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
