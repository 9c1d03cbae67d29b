import { IconButton } from '../../components/controls/button'
import { Slider } from '../../components/controls/slider'
import { SettingsIcon } from '../../components/icons'
import { Menu } from '../../components/menus/menu'
import { Popover } from '../../components/menus/popover'
import popup from '../../components/menus/popup.module.css'
import { t } from '../../i18n/i18n'
import { usePreferences } from '../../state/preferences'
import { columnNames, formatColumn, shownColumns } from './lists/columns'
import { coverStep, largestCover, smallestCover, useCoverSize } from './lists/cover-size'
import type { View } from './library-search'

/** Sets the size of the covers, or chooses the columns of the list. */
export const ViewMenu = ({ view }: { view: View }) =>
  view === 'grid' ? <CoverSize /> : <ListColumns />

const trigger = () => <IconButton label={t('View')} icon={SettingsIcon} />

function CoverSize() {
  const { size, setSize } = useCoverSize()
  return (
    <Popover trigger={trigger()} title={t('Covers')}>
      <div className={popup.content}>
        <Slider
          label={t('Size')}
          value={size}
          min={smallestCover}
          max={largestCover}
          step={coverStep}
          unit="px"
          onChange={setSize}
        />
      </div>
    </Popover>
  )
}

function ListColumns() {
  const { values, change } = usePreferences()
  const columns = shownColumns(values['list.columns'])
  const items = columnNames.map((each) => ({
    label: formatColumn(each),
    checked: columns.includes(each),
    onSelect: () =>
      change({
        'list.columns': columnNames.filter((name) => columns.includes(name) !== (name === each)),
      }),
  }))
  return <Menu trigger={trigger()} groups={[{ heading: t('List columns'), items }]} />
}
