/** Cards of brands that do not exist, drawn so that a turned, cut or missing picture is seen. */

interface Brand {
  readonly mark: string;
  readonly from: string;
  readonly to: string;
}

const svg = (width: number, height: number, { mark, from, to }: Brand): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
      <rect width="100%" height="100%" fill="${from}"/>
      <circle cx="${width * 0.8}" cy="${height * 0.25}" r="${height * 0.3}" fill="${to}"/>
      <path d="${mark}" transform="translate(${width / 2 - 48} ${height / 2 - 48}) scale(4)" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>
    </svg>`,
  )}`;

const BRANDS = {
  coffee: {
    mark: "M4 9h12v6a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5zM16 10h2a3 3 0 0 1 0 6h-2",
    from: "#7a3b12",
    to: "#c98a3d",
  },
  books: {
    mark: "M12 6C9 4 5 4 3 5v14c2-1 6-1 9 1 3-2 7-2 9-1V5c-2-1-6-1-9 1zM12 6v14",
    from: "#123a6b",
    to: "#3f8fd2",
  },
  cinema: { mark: "M3 6h18v12H3zM8 6v12M16 6v12", from: "#3c1259", to: "#b0458f" },
  garden: {
    mark: "M12 21V11M12 11C7 11 5 8 5 4c5 0 7 3 7 7zM12 14c5 0 7-3 7-7-5 0-7 3-7 7z",
    from: "#0d4f32",
    to: "#4cae6b",
  },
  sport: {
    mark: "M12 3a9 9 0 1 0 .01 0M3 12h18M12 3c-4 5-4 13 0 18M12 3c4 5 4 13 0 18",
    from: "#8a1522",
    to: "#ee6a4d",
  },
  music: {
    mark: "M9 18V5l11-2v13M9 18a3 3 0 1 1-3-3 3 3 0 0 1 3 3zM20 16a3 3 0 1 1-3-3 3 3 0 0 1 3 3z",
    from: "#22252b",
    to: "#6a7180",
  },
} as const satisfies Record<string, Brand>;

export type BrandName = keyof typeof BRANDS;
export const BRAND_NAMES = Object.keys(BRANDS) as BrandName[];

export const logoOf = (brand: BrandName): string => svg(240, 240, BRANDS[brand]);
export const cardOf = (brand: BrandName): string => svg(640, 404, BRANDS[brand]);
