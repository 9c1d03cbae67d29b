/** The menu of saved filters, and the form that saves the current ones. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { BookmarkIcon } from '../../../components/icons'
import { Menu } from '../../../components/menus/menu'
import { t } from '../../../i18n/i18n'
import type { LibrarySearch } from '../library-search'
import styles from '../library.module.css'
import { hasContent, presetsQuery, type PresetTab } from './presets'
import { toSearch } from './read-condition'

const PresetForm = lazy(() => import('./preset-form'))
const PresetList = lazy(() => import('./preset-list'))

interface MenuProps {
  tab: PresetTab
  search: LibrarySearch
  change: (search: LibrarySearch) => void
}

export function PresetsMenu({ tab, search, change }: MenuProps) {
  const [open, setOpen] = useState<'form' | 'list'>()
  const known = useQuery(presetsQuery(tab)).data?.presets ?? []
  const presets = known.filter(({ libraryId }) => [null, search.library].includes(libraryId))
  const close = () => setOpen(undefined)
  const canSave = hasContent(search, tab)
  const items = presets.map((preset) => ({
    label: preset.name,
    onSelect: () => change(toSearch(preset, search)),
  }))
  const save = { label: t('Save these filters…'), onSelect: () => setOpen('form') }
  const manage = { label: t('Delete saved filters…'), onSelect: () => setOpen('list') }
  // An open dialog stays open after the last filter is deleted.
  if (!canSave && items.length === 0 && !open) return null
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={styles.chip}>
            <BookmarkIcon size={16} />
            {t('Saved filters')}
          </button>
        }
        groups={[
          ...(items.length > 0 ? [{ heading: t('Saved filters'), items }] : []),
          {
            items: [{ ...save, disabled: !canSave }, ...(items.length > 0 ? [manage] : [])],
          },
        ]}
      />
      <Suspense>
        {open === 'form' && (
          <PresetForm tab={tab} search={search} presets={presets} onClose={close} />
        )}
        {open === 'list' && <PresetList presets={presets} onClose={close} />}
      </Suspense>
    </>
  )
}
