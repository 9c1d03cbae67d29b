import { t } from '../../i18n/i18n'
import { Button } from '../controls/button'
import { BookmarkIcon, CheckIcon } from '../icons'
import { useKeys } from '../../state/browser/shortcuts'
import { useSetWanted, type WantedState } from './use-set-wanted'
import styles from './details.module.css'

export function WantToRead({ kind, id, wanted }: WantedState) {
  const change = useSetWanted({ id })
  // Shows the requested value immediately.
  const isOn = change.isPending ? change.variables.wanted : wanted
  const toggle = () => change.mutate({ kind, id, wanted: !isOn })
  useKeys({ w: toggle })
  return (
    <Button
      icon={isOn ? CheckIcon : BookmarkIcon}
      className={styles.wanted}
      aria-pressed={isOn}
      onClick={toggle}
    >
      <span>{t('Want to read')}</span>
    </Button>
  )
}
