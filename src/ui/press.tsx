import {
  createContext,
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type MouseEvent,
  type ReactElement,
  type Ref,
  useContext,
} from 'react';

const NavigateContext = createContext<((href: string) => void) | null>(null);

/** How own links navigate inside the app; without it they load the page. */
export const NavigateProvider = NavigateContext.Provider;

export type PressButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'disabled'> & {
  onPress?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
  /** Keeps the focus and ignores presses. */
  isPending?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
};

/** The native button: it has the right keys, touch behaviour and name, at no cost. */
export function PressButton({
  onPress,
  isDisabled = false,
  isPending = false,
  type = 'button',
  ...rest
}: PressButtonProps): ReactElement {
  return (
    <button
      {...rest}
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      {...(isPending && { 'aria-disabled': true, 'data-pending': true })}
      {...(isDisabled && { 'data-disabled': true })}
      onClick={() => {
        if (!isPending) onPress?.();
      }}
    />
  );
}

export type PressLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'onClick' | 'href'> & {
  href: string;
  onPress?: (() => void) | undefined;
};

/** Whether to handle this click; other buttons, modifier keys and targets are the browser's. */
function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget, defaultPrevented } = event;
  const elsewhere =
    currentTarget.origin !== location.origin || (currentTarget.target !== '' && currentTarget.target !== '_self');
  return (
    button === 0 &&
    !metaKey &&
    !ctrlKey &&
    !shiftKey &&
    !altKey &&
    !defaultPrevented &&
    !elsewhere &&
    !currentTarget.download
  );
}

/** A real link that navigates without loading the page. */
export function PressLink({ href, onPress, ...rest }: PressLinkProps): ReactElement {
  const navigate = useContext(NavigateContext);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onPress?.();
        if (!navigate || !isPlain(event)) return;
        event.preventDefault();
        navigate(href);
      }}
    />
  );
}
