import { useNavigate } from '@tanstack/react-router'
import { IconButton } from '../../components/controls/button'
import { ChevronDownIcon } from '../../components/icons'
import { Menu } from '../../components/menus/menu'
import { useListedLibraries } from '../../components/use-listed-libraries'
import { t } from '../../i18n/i18n'
import type { LibrarySearch } from './library-search'
import styles from './library.module.css'

interface SwitchProps {
  search: LibrarySearch
}

/** Library menu for phones, which have no sidebar that lists the libraries. */
export function LibrarySwitch({ search: { library, tab } }: SwitchProps) {
  const navigate = useNavigate()
  const libraries = useListedLibraries()
  if (libraries.length < 2) return null
  const goTo = (id: string | undefined) => () =>
    void navigate({ to: '/library', search: { ...(id && { library: id }), ...(tab && { tab }) } })
  const one = libraries.map(({ id, name }) => ({
    label: name,
    checked: id === library,
    onSelect: goTo(id),
  }))
  const all = { label: t('All libraries'), checked: !library, onSelect: goTo(undefined) }
  return (
    <span className={styles.switch}>
      <Menu
        trigger={<IconButton label={t('Switch library')} icon={ChevronDownIcon} />}
        groups={[{ items: [all] }, { items: one }]}
      />
    </span>
  )
}
