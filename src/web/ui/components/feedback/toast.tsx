/** A toast: `toast(t('Saved'))`, optionally with an action such as undo. */
import { Toast as Base } from '@base-ui/react/toast'
import { t } from '../../i18n/i18n'
import { Button, IconButton } from '../controls/button'
import { CloseIcon } from '../icons'
import styles from './toast.module.css'

const manager = Base.createToastManager()

interface Action {
  label: string
  onSelect: () => void
}

export function toast(words: string, action?: Action) {
  const select = () => {
    manager.close(id)
    action?.onSelect()
  }
  const id = manager.add({
    title: words,
    timeout: action ? 10_000 : 5_000,
    ...(action && { actionProps: { children: action.label, onClick: select } }),
  })
}

/** Rendered once, by the root component. It is a live region for screen readers. */
export function Toasts() {
  return (
    <Base.Provider toastManager={manager}>
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function List() {
  const { toasts } = Base.useToastManager()
  return toasts.map((each) => (
    <Base.Root key={each.id} toast={each} className={styles.toast}>
      <Base.Content className={styles.content}>
        <Base.Title className={styles.words} render={<p />} />
        {each.actionProps && (
          <Base.Action render={<Button small>{each.actionProps.children}</Button>} />
        )}
        <Base.Close render={<IconButton label={t('Close')} icon={CloseIcon} />} />
      </Base.Content>
    </Base.Root>
  ))
}
