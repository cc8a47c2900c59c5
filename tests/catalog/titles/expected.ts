import { moment, publicId } from "../ids";

const base = "https://image.tmdb.org/t/p/original";
const unknown = {
  width: null,
  height: null,
  aspect_ratio: null,
  language: null,
  vote_average: null,
  vote_count: null,
  is_primary: false,
};
const image = (n: number, type: string, file_path: string) => ({
  ...unknown,
  id: publicId("artwork", n),
  type,
  file_path,
  url: `${base}${file_path}`,
});

/** What `givenImages` looks like from outside. */
export const images = {
  posters: [
    {
      ...image(0xb2, "poster", "/b.jpg"),
      width: 2000,
      height: 3000,
      aspect_ratio: 0.667,
      vote_average: 5.3,
      vote_count: 12,
      is_primary: true,
    },
    { ...image(0xb1, "poster", "/a.jpg"), language: "en" },
  ],
  backdrops: [image(0xb3, "backdrop", "/c.jpg")],
  logos: [{ ...image(0xb4, "logo", "/d.png"), language: "de" }],
};

const video = (n: number, site: string, key: string, url: string | null) => ({
  id: publicId("video", n),
  site,
  key,
  url,
  name: null,
  type: null,
  official: false,
  language: null,
  published_at: null,
});

/** What `givenVideos` looks like from outside. */
export const videos = {
  results: [
    {
      ...video(0xc1, "YouTube", "a_B-1", "https://www.youtube.com/watch?v=a_B-1"),
      name: "Trailer",
      type: "Trailer",
      official: true,
      language: "en",
      published_at: moment,
    },
    video(0xc2, "Vimeo", "42", "https://vimeo.com/42"),
    video(0xc3, "Elsewhere", "k3", null),
    video(0xc4, "YouTube", "a&b", null),
  ],
};
