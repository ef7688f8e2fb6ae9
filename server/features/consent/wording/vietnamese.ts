import type { Vocabulary } from './vocabulary.ts';

/** Without accents, as many people write it: `dung` is both "don't" and "stop". */
export const VIETNAMESE: Vocabulary = {
  connectors: 'va nhung',
  roles: {
    stop: 'stop, ngung, dung lai, ngung lai, cham dut, ngung ngay, thoi ngay',
    optOut: 'huy dang ky, huy dang ki, huy nhan tin, bo dang ky, ngung dang ky, huy tin nhan',
    contact:
      'nhan tin, tin nhan, nhan tin nhan, gui tin nhan, gui tin, lien lac, lien he, text, sms, viet tin, nhan',
    calling: 'goi, goi dien, goi dien thoai, dien thoai',
    pester: 'lam phien, quay ray, quay roi, spam, phien',
    send: 'gui',
    want: 'muon, thich, can',
    interested: 'quan tam, hung thu',
    not: 'dung, khong, ko, k, khong con, xin dung, dung co, chang',
    again: 'nua, them, them nua',
    me: 'toi, minh, em, anh, chi, tui, chung toi',
    my: 'cua',
    number: 'so, so dien thoai, so nay, so cua, ten, thong tin, so dt',
    off: 'khoi, ra khoi',
    list: 'danh sach, he thong',
    remove: 'xoa, go bo, loai, bo',
    to: 'cho, den, toi so',
    soft: 'xin, vui long, lam on, cam on, nhe, a, nha, di, da, roi, oi, chao, xin loi, ban, xin hay, hay, tin',
    job: 'xe, viec, phong van, lich, ca, dia chi',
    refusal:
      'khong co ai ten, khong phai ten, khong biet nguoi nay, khong quen nguoi nay, dung nhan nua, dung gui nua, dung goi nua, dung text, dung spam, ngung gui, ngung nhan, ngung spam, phien qua, lam phien qua, so nay khong phai, day khong phai, day la so khac, tin rac, quay roi, toi se kien, toi bao cao, chan so, chan ban, khong muon nhan, khong can nhan, khong nhan tin, xoa ten toi, xoa thong tin, bo toi ra, loai toi, khong hung thu, khong con tim viec, nham so, sai so, nham nguoi, lon so, sai nguoi, lon nguoi, khong phai so, khong phai toi, khong phai la toi, de toi yen, cho toi yen, ban nham roi, goi nham, nhan nham, gui nham nguoi, khong con dung so nay, ' +
      'khong dong y, khong cho phep, toi se bao cao, toi se chan, lua dao',
    ordinary:
      'dung quen, khong nhan duoc, chua nhan duoc, khong co, dung roi, dung gio, dung vay, khong sao, nhan duoc, nhan viec, su dung, dung so nay, dung ngay, goi lai',
  },
  spellings: { dt: 'dien thoai', hok: 'khong', khg: 'khong', hong: 'khong', dug: 'dung' },
  ordinary: '',
};
