export const copyNoticeMilliseconds = 2_000;
