import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { pickFilter } from '../components/lists/pick-filter.ts';

/** Sailcloth: the warm greys of the light scheme. */
const canvas: MantineColorsTuple = [
    '#f8f7f4',
    '#f1efea',
    '#e6e3dc',
    '#d6d2c8',
    '#b8b3a7',
    '#8f8a7f',
    '#66625a',
    '#4e4b44',
    '#37352f',
    '#22211d',
];

/** Night at sea: the greys of the dark scheme. */
const night: MantineColorsTuple = [
    '#dbe1e6',
    '#b3bdc6',
    '#8f9ba7',
    '#667482',
    '#384653',
    '#27323d',
    '#1c2630',
    '#151d25',
    '#10171e',
    '#0b1116',
];

const tide: MantineColorsTuple = [
    '#e9f4f4',
    '#d2e7e8',
    '#a5cfd2',
    '#74b5ba',
    '#489aa2',
    '#23818b',
    '#0e6873',
    '#0b5560',
    '#08444d',
    '#05323a',
];

const brass: MantineColorsTuple = [
    '#fdf6e7',
    '#f9eac9',
    '#f2d592',
    '#eabd57',
    '#e2a62c',
    '#c98a1b',
    '#96610b',
    '#7a4f0a',
    '#5f3e08',
    '#452d06',
];

const signal: MantineColorsTuple = [
    '#fdf0ed',
    '#fadcd6',
    '#f3b5aa',
    '#eb8a7a',
    '#e2644f',
    '#d1432d',
    '#b3301c',
    '#922616',
    '#711d11',
    '#52140b',
];

const sea: MantineColorsTuple = [
    '#ecf6ee',
    '#d6ecda',
    '#abd6b4',
    '#7dbf8b',
    '#55a668',
    '#398c4d',
    '#27713a',
    '#1f5b2f',
    '#184724',
    '#103219',
];

const harbor: MantineColorsTuple = [
    '#eef3fb',
    '#dbe6f6',
    '#b4caeb',
    '#8aacde',
    '#648fd1',
    '#4475c2',
    '#2e5ca6',
    '#254a87',
    '#1c3967',
    '#14294a',
];

const heather: MantineColorsTuple = [
    '#f4f1fa',
    '#e5def3',
    '#c9bbe5',
    '#ab96d6',
    '#9076c7',
    '#795cb6',
    '#624799',
    '#4f397c',
    '#3c2b5e',
    '#2a1e43',
];

/** Enter in a picker selects the best match. */
const PICKER_DEFAULTS = { selectFirstOptionOnChange: true, filter: pickFilter };

export const theme = createTheme({
    primaryColor: 'tide',
    primaryShade: { light: 6, dark: 5 },
    colors: {
        gray: canvas,
        dark: night,
        tide,
        brass,
        red: signal,
        green: sea,
        blue: harbor,
        violet: heather,
        yellow: brass,
        orange: brass,
        teal: tide,
    },
    black: '#1b242c',
    fontFamily: '"Geist Variable", system-ui, sans-serif',
    fontFamilyMonospace: '"Geist Mono Variable", ui-monospace, monospace',
    headings: {
        fontFamily: '"Geist Variable", system-ui, sans-serif',
        fontWeight: '600',
        sizes: {
            h1: { fontSize: '1.5rem', lineHeight: '2rem' },
            h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
            h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
            h4: { fontSize: '0.875rem', lineHeight: '1.4' },
        },
    },
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
    radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
        Tooltip: { defaultProps: { withArrow: true, openDelay: 250, multiline: true, maw: 320, fz: 'xs' } },
        Modal: { defaultProps: { centered: false, yOffset: '10dvh', overlayProps: { backgroundOpacity: 0.45 } } },
        Drawer: { defaultProps: { position: 'right', overlayProps: { backgroundOpacity: 0.45 } } },
        Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', withinPortal: true } },
        Badge: { defaultProps: { variant: 'light', radius: 'sm' } },
        ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
        Switch: { defaultProps: { withThumbIndicator: false } },
        Select: { defaultProps: { ...PICKER_DEFAULTS, allowDeselect: false, checkIconPosition: 'right' } },
        MultiSelect: { defaultProps: PICKER_DEFAULTS },
        Autocomplete: { defaultProps: PICKER_DEFAULTS },
    },
});

/** A tinted background with readable text in the dark scheme. */
const tint = (name: string, background: string, text: string) => ({
    [`--mantine-color-${name}-light`]: background,
    [`--mantine-color-${name}-light-color`]: text,
});

/** Overrides of the default shades that do not fit this palette. */
export const variables: CSSVariablesResolver = () => ({
    variables: {},
    light: {
        '--mantine-color-text': '#1b242c',
        '--mantine-color-dimmed': '#655f56',
        '--mantine-color-default-border': '#d6d2c8',
        '--mantine-color-anchor': '#0b5d67',
        '--mantine-color-placeholder': '#767168',
        '--mantine-color-error': '#b3301c',
    },
    dark: {
        '--mantine-color-body': '#151d25',
        '--mantine-color-anchor': '#5fb3bb',
        '--mantine-color-dimmed': '#94a1ad',
        '--mantine-color-placeholder': '#7f8c99',
        '--mantine-color-error': '#eb8a7a',
        ...tint('gray', '#27323d', '#c3ccd5'),
        ...tint('tide', '#173b43', '#a5cfd2'),
        ...tint('green', '#1b3a26', '#abd6b4'),
        ...tint('red', '#43211c', '#f3b5aa'),
        ...tint('brass', '#3b3017', '#f2d592'),
        ...tint('blue', '#22334e', '#b4caeb'),
        ...tint('violet', '#33294a', '#c9bbe5'),
    },
});
