/** Navigation of the settings, with a search for sections. */
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../../components/controls/button'
import {
  ChevronDownIcon,
  ChevronEndIcon,
  SearchIcon,
  SignOutIcon,
  UserIcon,
} from '../../components/icons'
import { formatNumber, t } from '../../i18n/i18n'
import { useUser } from '../../state/session/session'
import { useSignOut, useSwitchUser } from '../../state/session/sign-out'
import { type SectionName, sectionIcons } from './section-icons'
import { type SectionPlace, searchSections, useSections } from './sections'
import styles from './settings.module.css'
import { useCounts } from './use-problem-counts'

export function SettingsNavigation() {
  const user = useUser()
  const [text, setText] = useState('')
  const groups = searchSections(useSections(), text)
  return (
    <nav className={styles.contents} aria-label={t('Settings')}>
      {user && (
        <div className={styles.who}>
          <strong>{user.username}</strong>
          <span>{user.email}</span>
        </div>
      )}
      <SectionSearch
        text={text}
        onChange={setText}
        first={groups[0]?.sections[0]?.name}
        isEmpty={groups.length === 0}
      />
      <Sections groups={groups} isSearch={text.trim() !== ''} />
      <LeaveButtons />
    </nav>
  )
}

/** Shown on narrow screens: on phones, the sidebar with the account menu is hidden. */
function LeaveButtons() {
  const signOut = useSignOut()
  const switchUser = useSwitchUser()
  return (
    <>
      {switchUser && (
        <Button icon={UserIcon} onClick={() => void switchUser()} className={styles.leave}>
          {t('Switch user')}
        </Button>
      )}
      <Button icon={SignOutIcon} onClick={() => void signOut()} className={styles.leave}>
        {t('Sign out')}
      </Button>
    </>
  )
}

interface SectionSearchProps {
  text: string
  onChange: (text: string) => void
  /** The section that Enter opens. */
  first: string | undefined
  isEmpty: boolean
}

function SectionSearch({ text, onChange, first, isEmpty }: SectionSearchProps) {
  const navigate = useNavigate()
  return (
    <form
      role="search"
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '' || !first) return
        onChange('')
        void navigate({ to: '/settings/$section', params: { section: first } })
      }}
    >
      <label className={styles.search}>
        <SearchIcon size={16} />
        <span className="hidden-words">{t('Search settings')}</span>
        <input
          type="search"
          value={text}
          onChange={({ target }) => onChange(target.value)}
          placeholder={t('Search settings')}
          maxLength={100}
        />
      </label>
      <p aria-live="polite" className={styles.noSection}>
        {isEmpty && t('No settings found')}
      </p>
    </form>
  )
}

interface SectionsProps {
  groups: ReturnType<typeof useSections>
  /** Whether a search is active. Matches in collapsed groups are then shown as well. */
  isSearch: boolean
}

function Sections({ groups, isSearch }: SectionsProps) {
  const counts = useCounts()
  const shown = useShownSection()
  const current = useRef<HTMLAnchorElement>(null)
  const [folded, setFolded] = useState<readonly string[]>([])
  useLayoutEffect(() => scrollListTo(current.current), [shown])
  const toggle = (words: string) =>
    setFolded(folded.includes(words) ? folded.filter((each) => each !== words) : [...folded, words])
  return groups.map(({ words, sections }) => {
    const isOpen = isSearch || !folded.includes(words)
    return (
      <div key={words} role="group" aria-label={words}>
        <button
          type="button"
          className={styles.groupName}
          aria-expanded={isOpen}
          onClick={() => toggle(words)}
        >
          {words}
          {isOpen ? <ChevronDownIcon size={14} /> : <ChevronEndIcon size={14} />}
        </button>
        {isOpen &&
          sections.map((section) => (
            <SectionLink
              key={section.name}
              section={section}
              count={counts[section.name]}
              isShown={section.name === shown}
              current={current}
            />
          ))}
      </div>
    )
  })
}

interface SectionLinkProps {
  section: SectionPlace
  count: number | undefined
  isShown: boolean
  current: RefObject<HTMLAnchorElement | null>
}

/**
 * On narrow screens, where the navigation fills the page, includes a line that describes the
 * section.
 */
function SectionLink({ section, count, isShown, current }: SectionLinkProps) {
  const { name, words, keywords } = section
  const isNarrow = useIsNarrow()
  return (
    <Link
      to="/settings/$section"
      params={{ section: name }}
      className={styles.place}
      title={keywords}
      aria-current={isShown ? 'page' : undefined}
      ref={isShown ? current : undefined}
    >
      <SectionIcon name={name} />
      <span>
        {words}
        {/* The title is the description for screen readers. */}
        {isNarrow && <small aria-hidden="true">{keywords}</small>}
      </span>
      <Count count={count} />
      <ChevronEndIcon size={16} className={styles.onward} />
    </Link>
  )
}

/** Scrolls only the list, not the page. */
function scrollListTo(link: HTMLElement | null) {
  const list = link?.closest('nav')
  if (!link || !list || list.scrollHeight <= list.clientHeight) return
  const { top, bottom } = link.getBoundingClientRect()
  const box = list.getBoundingClientRect()
  if (top < box.top || bottom > box.bottom) list.scrollTop += bottom - box.top - box.height / 2
}

function SectionIcon({ name }: { name: SectionName }) {
  const Icon = sectionIcons[name]
  return <Icon size={18} />
}

const Count = ({ count }: { count: number | undefined }) =>
  count ? <span className={styles.count}>{formatNumber(count)}</span> : null

const narrow = matchMedia('(max-width: 1024px)')

function watchWidth(listener: () => void) {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const useIsNarrow = () => useSyncExternalStore(watchWidth, () => narrow.matches)

/** Returns the section in the URL, or else the one that wide screens show by default. */
function useShownSection(): string | undefined {
  const { section } = useParams({ strict: false })
  const isNarrow = useIsNarrow()
  return section ?? (isNarrow ? undefined : 'profile')
}
