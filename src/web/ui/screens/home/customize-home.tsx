/** Which rails home shows and in which order. */
import { Dialog } from '../../components/dialogs/dialog'
import { Button, IconButton } from '../../components/controls/button'
import { ChevronDownIcon } from '../../components/icons'
import { useKeptFocus } from '../../preact/kept-focus'
import { announce } from '../../components/feedback/live-region'
import { orderedShelves, type ShelfName, formatShelf } from '../../components/shelves/shelves'
import { Switch } from '../../components/controls/switch'
import { t } from '../../i18n/i18n'
import { usePreferences } from '../../state/preferences'
import styles from './home.module.css'

export function CustomizeHome({ onClose }: { onClose: () => void }) {
  const { values, change } = usePreferences()
  useKeptFocus()
  const order = orderedShelves(values['home.order'])
  const hidden = values['home.hidden'] ?? []
  const move = (name: ShelfName, by: -1 | 1) => {
    const from = order.indexOf(name)
    const others = order.filter((each) => each !== name)
    others.splice(from + by, 0, name)
    change({ 'home.order': others })
    announce(t('{name}: position {place}', { name: formatShelf(name), place: from + by + 1 }))
  }
  const show = (name: ShelfName, isShown: boolean) =>
    change({
      'home.hidden': isShown ? hidden.filter((each) => each !== name) : [...hidden, name],
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Customize Home')}
      actions={
        <Button variant="quiet" onClick={() => change({ 'home.order': [], 'home.hidden': [] })}>
          {t('Reset to default')}
        </Button>
      }
    >
      <ol role="list" className={styles.arrange}>
        {order.map((name, position) => (
          <Place
            key={name}
            name={name}
            isShown={!hidden.includes(name)}
            isFirst={position === 0}
            isLast={position === order.length - 1}
            show={(isShown) => show(name, isShown)}
            move={(by) => move(name, by)}
          />
        ))}
      </ol>
    </Dialog>
  )
}

interface PlaceProps {
  name: ShelfName
  isShown: boolean
  isFirst: boolean
  isLast: boolean
  show: (isShown: boolean) => void
  move: (by: -1 | 1) => void
}

const Place = ({ name, isShown, isFirst, isLast, show, move }: PlaceProps) => (
  <li>
    <Switch label={formatShelf(name)} checked={isShown} onChange={show} />
    <IconButton
      label={t('Move {name} up', { name: formatShelf(name) })}
      icon={ChevronDownIcon}
      className={styles.up}
      aria-disabled={isFirst}
      onClick={() => isFirst || move(-1)}
    />
    <IconButton
      label={t('Move {name} down', { name: formatShelf(name) })}
      icon={ChevronDownIcon}
      aria-disabled={isLast}
      onClick={() => isLast || move(1)}
    />
  </li>
)
