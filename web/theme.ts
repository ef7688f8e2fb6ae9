import {
  type BadgeProps,
  type ButtonProps,
  createTheme,
  type MantineColorsTuple,
  type MantineTheme,
} from '@mantine/core';

const iris: MantineColorsTuple = [
  '#f2f3ff',
  '#e2e4fd',
  '#c5c9f8',
  '#a4aaf2',
  '#8c93ee',
  '#6f77e8',
  '#5059d6',
  '#434bbd',
  '#383fa0',
  '#2d3380',
];

/** Cooler than the library's, and dark enough at 6 for small dimmed text (WCAG AA on white). */
const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f2f5',
  '#e6e8ec',
  '#d8dbe1',
  '#c1c6cf',
  '#9aa1ae',
  '#626b7a',
  '#4a5261',
  '#333a47',
  '#1b1f28',
];

const dark: MantineColorsTuple = [
  '#e8e9ed',
  '#c9ccd3',
  '#a3a8b4',
  '#7d8390',
  '#383d48',
  '#2b2f39',
  '#21242c',
  '#16181d',
  '#111317',
  '#0c0d10',
];

const SMALLEST = '0.75rem';
const CLOSE = { 'aria-label': 'Close' };
const HINT = 'var(--mantine-font-size-sm)';

export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 6 },
  colors: { iris, gray, dark },
  black: '#1b1f28',
  fontFamily:
    'Inter, ui-sans-serif, -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1.125rem' },
  defaultRadius: 'sm',
  headings: { fontWeight: '600' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Modal: {
      defaultProps: { closeButtonProps: CLOSE, transitionProps: { duration: 500, transition: 'fade-down' } },
      // A long name takes several lines.
      styles: { title: { fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' } },
    },
    // A menu may hold nothing but its items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show password', tabIndex: 0 } },
    },
    // No button is wider than where it stands; one that is as wide as that grows in height.
    Button: {
      styles: (_theme: MantineTheme, { fullWidth }: ButtonProps) => ({
        root: {
          maxWidth: '100%',
          ...(fullWidth ? { height: 'auto', minHeight: 'var(--button-height)' } : {}),
        },
        label: fullWidth
          ? { whiteSpace: 'normal', overflowWrap: 'anywhere', lineHeight: 1.3, paddingBlock: 4 }
          : {},
      }),
    },
    // The ring of a field with the focus covers neither its label nor what explains it.
    InputWrapper: {
      vars: () => ({
        label: {},
        description: { '--input-description-size': HINT },
        error: { '--input-error-size': HINT },
      }),
      styles: { label: { marginBottom: 2 }, description: { marginBottom: 3 } },
    },
    // The library's are smaller than 12 px.
    Badge: {
      vars: (_theme: MantineTheme, { size }: BadgeProps) => ({
        root: size === 'lg' || size === 'xl' ? {} : { '--badge-fz': SMALLEST },
      }),
    },
    Kbd: { vars: () => ({ root: { '--kbd-fz': SMALLEST } }) },
    // Its options are made when it opens.
    Combobox: { defaultProps: { keepMounted: false } },
    Drawer: { defaultProps: { closeButtonProps: CLOSE }, styles: { title: { fontWeight: 600 } } },
  },
});
