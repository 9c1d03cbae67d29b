import { IconButton } from '../../components/controls/button'
import { SettingsIcon } from '../../components/icons'
import { Menu } from '../../components/menus/menu'
import { t } from '../../i18n/i18n'
import { usePreferences } from '../../state/preferences'
import { columnNames, formatColumn, shownColumns } from './lists/columns'
import type { View } from './library-search'

/** Cover density or columns. */
export function ViewMenu({ view }: { view: View }) {
  const { values, change } = usePreferences()
  const density = values['list.density'] ?? 'normal'
  const columns = shownColumns(values['list.columns'])
  const groups =
    view === 'grid'
      ? [
          {
            heading: t('Covers'),
            items: (['compact', 'normal', 'comfortable'] as const).map((each) => ({
              label: formatDensity(each),
              checked: density === each,
              onSelect: () => change({ 'list.density': each }),
            })),
          },
        ]
      : [
          {
            heading: t('List columns'),
            items: columnNames.map((each) => ({
              label: formatColumn(each),
              checked: columns.includes(each),
              onSelect: () =>
                change({
                  'list.columns': columnNames.filter(
                    (name) => columns.includes(name) !== (name === each),
                  ),
                }),
            })),
          },
        ]
  return <Menu trigger={<IconButton label={t('View')} icon={SettingsIcon} />} groups={groups} />
}

const formatDensity = (density: 'compact' | 'normal' | 'comfortable') =>
  ({ compact: t('Small'), normal: t('Medium'), comfortable: t('Large') })[density]
